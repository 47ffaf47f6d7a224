/** Converts our id to a UUID, which futures accept; spot accepts our 32 digits as they are. */
export function toUuid(clientId: string): string {
  return clientId.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Returns our 32 digits, whatever the venue puts between them; undefined for ids of others. */
export function fromVenue(clientId: unknown): string | undefined {
  const digits = String(clientId ?? '')
    .replaceAll('-', '')
    .toLowerCase();
  return /^[0-9a-f]{32}$/.test(digits) ? digits : undefined;
}

/** Returns when an order was created: our ids are UUIDs of version 7, which begin with the time. */
export function createdAtMs(clientId: string): number | undefined {
  return clientId[12] === '7' ? Number.parseInt(clientId.slice(0, 12), 16) : undefined;
}
