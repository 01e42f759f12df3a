/** What the pages say, in the twelve languages that the hosted pages speak. `{names}` are put in. */

export interface Texts {
  readonly lang: string;
  readonly signIn: string;
  readonly toContinue: string;
  readonly yourKeys: string;
  readonly user: string;
  readonly password: string;
  readonly wrongLogin: string;
  readonly demoWith: string;
  readonly demoHidden: string;
  readonly allowTitle: string;
  readonly wants: string;
  readonly signedInAs: string;
  readonly see: string;
  readonly read: string;
  readonly write: string;
  readonly keep: string;
  readonly deny: string;
  readonly allow: string;
  readonly returnTo: string;
  readonly keysTitle: string;
  readonly keyMade: string;
  readonly createKey: string;
  readonly createAnother: string;
  readonly whoHasKey: string;
  readonly problemTitle: string;
  readonly didNotWork: string;
  readonly nothingShared: string;
  readonly outOfDate: string;
  readonly ourFault: string;
  readonly about: string;
}
