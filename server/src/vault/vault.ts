/** A registered vault (Vaults §2.2): a contract account with its owner and what it may trade. */
export interface Vault {
  /** 24 hexadecimal characters. */
  readonly id: string;
  readonly name: string;
  /** Account address of the owner, for good. */
  readonly owner: string;
  /** Contract address, unique and for good. */
  readonly address: string;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  readonly creationLedger: number | undefined;
  readonly tradePermission: boolean;
  readonly settings: TradeSettings;
}

export interface TradeSettings {
  /** Percent of the total vault value, 0 to 100. */
  readonly maxTradeSize: number;
  /** Trades a day. */
  readonly dailyTradeLimit: number;
  /** Percent, 0 to 100. */
  readonly slippageTolerance: number;
}
