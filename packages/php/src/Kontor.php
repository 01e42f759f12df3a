<?php

declare(strict_types=1);

namespace Kontor;

/** The client of Kontor: one accounting API for every accounting system. */
final class Kontor extends Resources
{
    /**
     * @param string|null $accountKey the end user's connection; not needed for your platform's own resources
     * @param float $timeout seconds for one attempt
     * @param \Closure|null $onResponse called after each attempt, for logs and traces
     */
    public function __construct(
        string $baseUrl,
        ?string $apiKey = null,
        ?string $accountKey = null,
        float $timeout = 60.0,
        int $maxRetries = 3,
        ?\Closure $onResponse = null,
    ) {
        parent::__construct(new Transport($baseUrl, $apiKey, $accountKey, $timeout, $maxRetries, $onResponse));
    }
}
