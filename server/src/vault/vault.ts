/** A registered vault (Vaults §2.2): a contract account with its owner and its trade settings. */
export interface Vault {
  /** 24 hexadecimal characters. */
  readonly id: string;
  readonly name: string;
  /** Account address of the owner; never changes. */
  readonly owner: string;
  /** Contract address; unique, never changes. */
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
  /** Maximum number of trades a day. */
  readonly dailyTradeLimit: number;
  /** Percent, 0 to 100. */
  readonly slippageTolerance: number;
}
