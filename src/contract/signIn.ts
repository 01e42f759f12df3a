/** The ways in which end users sign in to a vendor, and what is asked of them for it. */

import type { VendorReply, VendorRequest } from "./session.ts";

/** Where this service is, and what the end user gave: `site: ({ baseUrl = "" }) => `${baseUrl}/api`` */
export type SiteFacts = OwnAddresses & Given;

export interface OwnAddresses {
  /** Where this service reaches itself. */
  readonly ownUrl: string;
  /** Where a browser reaches this service. */
  readonly publicUrl: string;
}

/**
 * The answers to what the connector asks, apart from secrets. `baseUrl` has no slash at its end; what goes to it passes
 * the same walls as every address that somebody else supplies.
 */
export type Given = { readonly [Name in Ask["name"]]?: string };

export type SignIn = ApiKeySignIn | BasicSignIn | SessionSignIn | OAuthSignIn;

interface SignInFacts {
  /** What the end user, or a caller that signs in without a page, has to give. */
  readonly asks: readonly Ask[];
  /** Where an end user finds what is asked for: the vendor's page, and its menu in the vendor's own words. */
  readonly keyGuide?: {
    readonly url: string | ((facts: Pick<SiteFacts, "publicUrl"> & { readonly locale?: string | undefined }) => string);
    readonly steps: readonly string[] | ((locale: string | undefined) => readonly string[]);
    /** What it leads to, where that is not the first secret that is asked for. */
    readonly leadsTo?: Ask["name"];
  };
  /**
   * Headers of every request, with `{names}` of the credentials; a header is left out where nothing that it names was
   * given and all of it is optional. `{company|0}` is the chosen company, or 0 outside any, and `{base64 company|0:sessionToken}`
   * both with a colon between, in Base64.
   */
  readonly headers: Readonly<Record<string, string>>;
  /** The credentials that requests may have a `CredentialPlace` for in their bodies. */
  readonly inBody?: readonly string[];
}

/** Keys that the end user copies from the vendor's settings. */
export interface ApiKeySignIn extends SignInFacts {
  readonly kind: "apiKey";
  /** A token that lives until it is withdrawn: who lets the end user choose the company must not name one as well. */
  readonly longLived?: true;
  readonly grantPage?: GrantPage;
}

/**
 * The vendor's own page on which an end user lets our app in, after which the browser brings the key back. It is offered
 * above the fields where our app is registered, as an OAuth client whose `clientId` is the app's public name there.
 */
export interface GrantPage {
  readonly url: string;
  /** Its query, with `{clientId}` and `{redirectUri}`, in which our state is: the page has none of its own to bring back. */
  readonly query: Readonly<Record<string, string>>;
  /** The parameter for the end user's language, and what it takes for each that the page speaks besides its usual one. */
  readonly languages?: { readonly parameter: string; readonly known: Readonly<Record<string, string>> };
  /** What comes back, by the parameter that it comes in. */
  readonly brings: Readonly<Record<string, Ask["name"]>>;
}

/** HTTP Basic with every request, of the `username` and `password` that it asks for. */
export interface BasicSignIn extends Omit<SignInFacts, "headers"> {
  readonly kind: "basic";
  /** Those beside it. */
  readonly headers?: SignInFacts["headers"];
}

/** A token that the vendor makes from what the end user gave, and makes again when it has ended. */
export interface SessionSignIn extends SignInFacts {
  readonly kind: "session";
  /** Asks for one, with `{names}` of what was given in its path, query, headers and body; `headers` is not sent with it. */
  readonly start: VendorRequest | ((now: Date) => VendorRequest);
  /** What came of it, for `headers` to name. */
  readonly started: (reply: VendorReply) => StartedSession;
}

export interface StartedSession {
  readonly sessionToken: string;
  /** When it ends (ISO 8601), where that is known; otherwise it is used until the vendor answers 401. */
  readonly expiresAt?: string;
  readonly [name: string]: string | undefined;
}

/**
 * OAuth 2 with code and PKCE. The credentials are `accessToken` and, where the vendor gives one, `refreshToken`; `clientId`,
 * for `headers` that name it, is our OAuth client's.
 */
export interface OAuthSignIn extends SignInFacts {
  readonly kind: "oauth2";
  readonly authorizeUrl: string | ((facts: SiteFacts) => string);
  readonly tokenUrl: string | ((facts: SiteFacts) => string);
  /** Where a token can be given back. */
  readonly revokeUrl?: string | ((facts: SiteFacts) => string);
  /** The issuer, for vendors that send `iss` with the code. */
  readonly issuer?: string | ((facts: SiteFacts) => string);
  readonly scopes: readonly string[];
  /** How our client shows its secret at the token address. */
  readonly clientAuth: "basic" | "body";
  /** Seconds before its end from which on a token is renewed, where the vendor refuses who comes earlier: 60 unless said. */
  readonly renewWithin?: number;
  /** What this vendor says to who comes too early all the same: the token that is there goes on. */
  readonly tooEarly?: string;
  /** What this vendor says instead of `invalid_grant` of a refresh token that has ended: the end user has to come again. */
  readonly endedBy?: readonly string[];
  /** What this vendor wants besides on the way to its sign-in page. */
  readonly authorizeQuery?: Readonly<Record<string, string>>;
  /** The parameter in which its sign-in page takes the end user's language. */
  readonly localeParameter?: string;
  /** Who signs ID tokens, for vendors that speak OpenID Connect: one is asked for with a nonce, and has to be about it. */
  readonly idTokenIssuer?: string;
  /**
   * For tokens that live for years and are of one company: the scopes that ask for it. Where the end user chooses it on
   * our page, they sign in a second time, for that company; who lets them choose must not name one as well.
   */
  readonly companyScopes?: (company: string) => readonly string[];
  /**
   * Where the end user chooses the company on the vendor's own page, and the tokens are for that one alone: the parameter
   * that names it when the browser comes back. It is the connection's company, and `company` of its sessions outside any as well.
   */
  readonly companyIn?: string;
}

/** One thing that the end user is asked for. Its label and help are texts of the pages. */
export interface Ask {
  readonly name: "apiKey" | "baseUrl" | "clientSecret" | "database" | "mandant" | "password" | "tenantId" | "username";
  readonly secret: boolean;
  /** Left empty is fine. */
  readonly optional?: true;
  /**
   * Not the end user's but our app's, which whoever runs it keeps: the secret of the OAuth client that is registered for
   * this target system. It is asked for only where there is none.
   */
  readonly ofApp?: true;
}
