/** A Tryton that is up already; how its books are made is not written down here yet (NOTES.md of the connector). */
export function runningTryton() {
  const { TRYTON_URL: url, TRYTON_DATABASE: database, TRYTON_USER: username, TRYTON_PASSWORD: password } = process.env;
  if (!url || !database || !username || !password)
    throw new Error("Say where Tryton is: TRYTON_URL, TRYTON_DATABASE, TRYTON_USER, TRYTON_PASSWORD.");
  return { url, credentials: { database, username, password } };
}
