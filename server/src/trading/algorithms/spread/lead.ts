import type { AlgorithmView, ChildView } from '../algorithm.ts';
import { without, withoutNoise } from '../shared/amounts.ts';
import { shown } from '../shared/figures.ts';
import type { OpenAccount } from '../shared/openAccounts.ts';
import {
  differenceOf,
  legOf,
  openAccountsOf,
  openOf,
  otherLeg,
  sizable,
  smallestOrder,
  whyClosed,
} from '../shared/pair/legs.ts';
import {
  canTake,
  isCheaper,
  type LegOrder,
  limitOf,
  type Posting,
  type Wish,
  wishedAt,
} from '../shared/pair/orders.ts';
import { lookAgainMs } from '../shared/turn.ts';
import type { SpreadParams } from './params.ts';
import type { Roles } from './state.ts';

/** The data that decides a step of the lead. */
export interface LeadScene {
  readonly params: SpreadParams;
  readonly view: AlgorithmView;
  readonly roles: Roles;
}

/** The next post of the lead. */
export type LeadPlan =
  | ({ readonly kind: 'post' } & LegOrder & Pick<Posting, 'timeInForce'>)
  /** Nothing can be posted now, for this reason. */
  | { readonly kind: 'blocked'; readonly reason: string }
  /** Nothing is left that both legs could trade. */
  | { readonly kind: 'done' };

/** Returns the part of the total that the lead has not filled. A closed part is not led again. */
export function leftToLead({ view, roles }: LeadScene): number {
  return without(view.quantity, [legOf(view, roles.lead).opened]);
}

export function planLead(scene: LeadScene): LeadPlan {
  const { view, roles } = scene;
  const [lead, lag] = [legOf(view, roles.lead), legOf(view, roles.lag)];
  const left = leftToLead(scene);
  if (left <= 0) return { kind: 'done' };
  const { ahead, quantity } = differenceOf(view.legs);
  const isOwed = sizable(view, otherLeg(ahead), { quantity, isClosing: false }) > 0;
  if (isOwed) return { kind: 'blocked', reason: 'The legs are made equal first.' };
  if (!lead.accounts.some(({ rules }) => rules)) {
    return { kind: 'blocked', reason: whyClosed(lead, 'no account.') };
  }
  if (!lag.accounts.some(({ rules }) => rules)) {
    return { kind: 'blocked', reason: whyClosed(lag, 'no account.') };
  }
  const clip = clipOf(scene);
  if (clip <= 0) return { kind: 'done' };
  if (!canTake(view, roles.lag)) {
    const limit = `its market is beyond the limit price ${view.limitPrice}.`;
    return { kind: 'blocked', reason: `Nothing could be hedged. ${whyClosed(lag, limit)}` };
  }
  return bestPost(scene, clip);
}

/**
 * Returns the quantity to lead now: within the risk, no more than can be hedged, and such that the
 * rest for later clips is not too small for an order of either leg.
 */
function clipOf(scene: LeadScene): number {
  const { view, params, roles } = scene;
  const left = leftToLead(scene);
  const unhedged = differenceOf(view.legs);
  const isLeadAhead = unhedged.ahead === roles.lead || unhedged.quantity === 0;
  const ahead = isLeadAhead ? unhedged.quantity : 0;
  const room = Math.min(left, without(params.riskQuantity, [unhedged.quantity]));
  const clip = isLeadAhead ? hedgeable(scene, room, ahead) : room;
  const rest = without(left, [clip]);
  const smallest = smallestClip(scene, room);
  if (room === left || rest <= 0 || rest >= smallest) return tradable(scene, clip, ahead);
  const smaller = without(left, [smallest]);
  return tradable(scene, smaller, ahead) || tradable(scene, clip, ahead);
}

/** Returns the part of a clip that the other leg could hedge, with what is already unhedged. */
function hedgeable({ view, roles }: LeadScene, clip: number, ahead: number): number {
  const quantity = withoutNoise(clip + ahead);
  return without(sizable(view, roles.lag, { quantity, isClosing: false }), [ahead]);
}

function tradable(scene: LeadScene, clip: number, ahead: number): number {
  const { view, roles } = scene;
  const size = sizable(view, roles.lead, { quantity: clip, isClosing: false });
  return size > 0 && hedgeable(scene, size, ahead) > 0 ? size : 0;
}

/** Returns the smallest quantity that both legs could trade. */
function smallestClip({ view, roles }: LeadScene, most: number): number {
  const smallest = [roles.lead, roles.lag].map((number) => {
    const leg = legOf(view, number);
    const each = leg.accounts.map(({ id }) => {
      return smallestOrder(view, number, { accountId: id, most, isClosing: false }) ?? most;
    });
    return Math.min(most, ...each);
  });
  return Math.max(...smallest);
}

function wishOf({ aggression, spreadOffsetPct }: SpreadParams): Wish {
  return { aggression, offsetPct: spreadOffsetPct };
}

/** Returns the post at the account where it would rest at the best price. */
function bestPost(scene: LeadScene, clip: number): LeadPlan {
  const { view, params, roles } = scene;
  const lead = legOf(view, roles.lead);
  const limitPrice = limitOf(view, roles.lead);
  let best: (LegOrder & Posting) | undefined;
  let isBeyond = false;
  let tooSmall = 0;
  for (const account of openAccountsOf(lead)) {
    const wish = wishedAt(lead, account, wishOf(params));
    if (!wish) continue;
    const isWithin = limitPrice === undefined || !isCheaper(lead.side, limitPrice, wish.price);
    isBeyond ||= !isWithin;
    const order = { accountId: account.id, price: wish.price };
    const quantity = lead.sizeOf({ ...order, quantity: clip, isClosing: false });
    if (quantity <= 0) tooSmall += 1;
    const isBetter = best === undefined || isCheaper(lead.side, wish.price, best.price);
    if (isWithin && quantity > 0 && isBetter) best = { ...wish, ...order, quantity };
  }
  if (best) return { kind: 'post', ...best };
  if (tooSmall === lead.accounts.length) return { kind: 'done' };
  if (isBeyond) {
    const limit = `the limit price ${shown(limitPrice ?? 0)}`;
    const reason = `The market of ${lead.symbol} is beyond ${limit}.`;
    return { kind: 'blocked', reason };
  }
  const none = `none of its open accounts could order ${shown(clip)}.`;
  return { kind: 'blocked', reason: whyClosed(lead, none) };
}

/** A clip that was just posted is left in the market for a while: venues count cancels. */
const standMs = lookAgainMs;

/** True when a live order of the lead should not rest any longer. */
export function isWithdrawn(scene: LeadScene, child: ChildView, isSpreadPaused: boolean): boolean {
  const { view, roles, params } = scene;
  if (isSpreadPaused || !canTake(view, roles.lag) || isTooSmall(scene)) return true;
  if (view.nowMs < child.placedAtMs + standMs) return false;
  const lead = legOf(view, roles.lead);
  const account = openAccountsOf(lead).find(({ id }) => id === child.accountId);
  const wish = account && wishedAt(lead, account, wishOf(params));
  return wish !== undefined && isOff(child.price, wish.price, params);
}

/** True when the lead's open quantity, with what is unhedged, could never be hedged. */
function isTooSmall({ view, roles }: LeadScene): boolean {
  if (legOf(view, roles.lag).live.length > 0) return false;
  const { ahead, quantity } = differenceOf(view.legs);
  if (ahead !== roles.lead && quantity > 0) return false;
  const whole = withoutNoise(quantity + openOf(legOf(view, roles.lead)));
  return sizable(view, roles.lag, { quantity: whole, isClosing: false }) <= 0;
}

/** True when a posted price is so far from the wished one that it must be reposted. */
export function isOff(posted: number, wished: number, params: SpreadParams): boolean {
  if (posted === wished) return false;
  return (Math.abs(wished - posted) / posted) * 10_000 >= params.repriceIncrementBps - edgeSlackBps;
}

/** Covers the rounding of prices, so that a move of exactly the increment counts. */
const edgeSlackBps = 1e-9;

/** Returns where a hedge rests that need not be immediate. */
export function passiveWish(
  view: AlgorithmView,
  { lag }: Roles,
  account: OpenAccount,
): Posting | undefined {
  const leg = legOf(view, lag);
  const wish = wishedAt(leg, account, { aggression: 'passive', offsetPct: 0 });
  const limitPrice = limitOf(view, lag);
  const isWithin =
    !wish || limitPrice === undefined || !isCheaper(leg.side, limitPrice, wish.price);
  return isWithin ? wish : undefined;
}
