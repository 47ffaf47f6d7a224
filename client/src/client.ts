import type { endpoints } from '@windlass/contract';
import type { Method } from './method.ts';

type Endpoints = typeof endpoints;

/** A method for every endpoint of the contract, under the endpoint's name. */
export type Client = { readonly [Name in keyof Endpoints]: Method<Endpoints[Name]> };
