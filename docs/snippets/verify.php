<?php

/** The signature is lower-case hex; the key is the signing secret, decoded from hex. */
function isSigned(string $message, string $signature, string $secret): bool
{
    return hash_equals(hash_hmac('sha256', $message, hex2bin($secret)), $signature);
}

/** Checks a redirect: all three values come in the query. It may be at most 300 seconds old. */
function isOurCallback(string $accountKey, string $ts, string $signature, string $secret): bool
{
    $isFresh = ctype_digit($ts) && abs(time() - (int) $ts) <= 300;
    return $isFresh && isSigned("accountKey=$accountKey&ts=$ts", $signature, $secret);
}

/** Checks a webhook: the raw body, before parsing, and the header X-SERVICE-SIGNATURE. */
function isOurEvent(string $body, string $signature, string $secret): bool
{
    return isSigned($body, $signature, $secret);
}

// php verify.php <accountKey> <ts> <signature> <secret>, or <body> <signature> <secret>
$arguments = array_slice($argv, 1);
exit((count($arguments) === 4 ? isOurCallback(...$arguments) : isOurEvent(...$arguments)) ? 0 : 1);
