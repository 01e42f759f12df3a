/** Where this service is found. */
import { type ServiceUrls } from "../contract/signIn.ts";

/** Where this service is found. Known only once we listen: the ports may be any free ones. */
export interface Addresses {
  readonly facts: () => ServiceUrls;
  readonly listensAt: (local: string, inside: string | undefined) => void;
  /** For a worker alone: where the API answers that works on the same data. */

  readonly locate: () => Promise<void>;
}
