#!/bin/sh
# Takes out of node_modules what the service never reads. The page of the reference is one ready
# file; the packages it was built from are more than half of all that is installed.
set -eu
cd "$(dirname "$0")/.."

page=node_modules/@scalar/api-reference
kept="$(mktemp -d)"
mkdir -p "$kept/dist/browser"
cp "$page/package.json" "$kept/"
cp "$page/dist/browser/standalone.js" "$kept/dist/browser/"
npm uninstall --workspace @windlass/server @scalar/api-reference \
  --no-save --omit=dev --omit=optional --no-audit --no-fund
mkdir -p "$page"
cp -R "$kept/." "$page/"
rm -rf "$kept"

# Copies for browsers and sources of what is compiled already.
rm -rf node_modules/ccxt/dist node_modules/@stellar/stellar-sdk/dist
rm -rf node_modules/better-sqlite3/deps node_modules/better-sqlite3/src
find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete
