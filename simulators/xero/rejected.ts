/** A record that Xero will not take, and why. */
export class Rejected extends Error {
  readonly messages: readonly string[];
  constructor(...messages: string[]) {
    super(messages.join(" "));
    this.messages = messages;
  }
}
