<?php

/** The signature is lower-case hex; the key is the signing secret, decoded from hex. */
function isSigned(string $message, string $signature, string $secret): bool
{
    return hash_equals(hash_hmac('sha256', $message, hex2bin($secret)), $signature);
}

/** Of the redirect: all three come with the query. At most 300 seconds old. */
function isOurCallback(string $accountKey, string $ts, string $signature, string $secret): bool
{
    $isFresh = ctype_digit($ts) && abs(time() - (int) $ts) <= 300;
    return $isFresh && isSigned("accountKey=$accountKey&ts=$ts", $signature, $secret);
}

/** Of the webhook flow: the body as it arrived, before it is parsed, and the header X-SERVICE-SIGNATURE. */
function isOurEvent(string $body, string $signature, string $secret): bool
{
    return isSigned($body, $signature, $secret);
}

// php verify.php <accountKey> <ts> <signature> <secret>, or <body> <signature> <secret>
$given = array_slice($argv, 1);
exit((count($given) === 4 ? isOurCallback(...$given) : isOurEvent(...$given)) ? 0 : 1);
