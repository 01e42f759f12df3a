/** Runs the slowest test files first, even if no earlier run has measured them. Otherwise the run ends with one slow file. */
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Ordered by their duration on two processors. */
const long: readonly RegExp[] = [
  /\/(?:cases|verifyVendors|verify|vendors\.browser|pages\.browser|make|start)\.test\.ts$/,
  /\.browser\.test\.ts$/,
  /\/connectors\/([\w-]+)\/\1\.test\.ts$/,
  /\/(?:conformance|vendorLimits|eventSources|keys|tasks)\.test\.ts$/,
  /\/test\//,
];

export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isMeasured = files.every((file) => this.ctx.cache.getTestSpecificationResult(file) !== undefined);
    return isMeasured ? sorted : sorted.toSorted((left, right) => rankOf(left) - rankOf(right));
  }
}

function rankOf({ moduleId }: TestSpecification): number {
  const rank = long.findIndex((pattern) => pattern.test(moduleId));
  return rank === -1 ? long.length : rank;
}
