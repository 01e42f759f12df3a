/** The URLs of this service. */
import { type ServiceUrls } from "../contract/signIn.ts";

/** Known only after the server listens, because the ports may be any free ones. */
export interface Addresses {
  readonly facts: () => ServiceUrls;
  readonly listensAt: (local: string, loopback: string | undefined) => void;
  /** For a separate worker: finds the URL of the API that uses the same data. */
  readonly locate: () => Promise<void>;
}
