/** A vendor's description of its API, and its known errors. */
export interface Description {
  /** Files in the folder of descriptions: OpenAPI as YAML or JSON, Swagger 2.0, a Postman collection, or a table of OData's entity sets. */
  readonly files: readonly DescriptionFile[];
  /** Differences caused by errors in the description. */
  readonly excused: readonly Excuse[];
}

export interface DescriptionFile {
  readonly name: string;
  readonly host: string;
  /** The part between the host and the description's paths: text, or a pattern if it contains ids. */
  readonly base: string | RegExp;
  /** Whether fields and paths that it does not have are faults. False for a description of another version. */
  readonly complete: boolean;
}

export interface Excuse {
  /** Matches the lines of the differences. */
  readonly about: RegExp;
  readonly reason: string;
}
