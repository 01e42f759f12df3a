/** The files that take longest begin first, also where no earlier run has measured them: else the last one is waited for alone. */
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** In the order of their times on two processors. */
const long: readonly RegExp[] = [
  /\/(?:verifyVendors|verify|vendors\.browser|pages\.browser|make|start)\.test\.ts$/,
  /\.browser\.test\.ts$/,
  /\/connectors\/([\w-]+)\/\1\.test\.ts$/,
  /\/(?:conformance|vendorLimits|eventSources|keys|tasks)\.test\.ts$/,
  /\/test\//,
];

export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isMeasured = files.every((file) => this.ctx.cache.getTestSpecificationResult(file) !== undefined);
    return isMeasured ? sorted : sorted.toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}

function placeOf({ moduleId }: TestSpecification): number {
  const place = long.findIndex((pattern) => pattern.test(moduleId));
  return place === -1 ? long.length : place;
}
