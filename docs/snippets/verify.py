import hashlib
import hmac
import sys
import time


def is_signed(message: bytes, signature: str, secret: str) -> bool:
    """The signature is lower-case hex; the key is the signing secret, decoded from hex."""
    expected = hmac.new(bytes.fromhex(secret), message, hashlib.sha256).hexdigest()
    return hmac.compare_digest(expected.encode(), signature.encode())


def is_our_callback(account_key: str, ts: str, signature: str, secret: str) -> bool:
    """Checks a redirect: all three values come in the query. It may be at most 300 seconds old."""
    is_fresh = ts.isdecimal() and abs(time.time() - int(ts)) <= 300
    return is_fresh and is_signed(f"accountKey={account_key}&ts={ts}".encode(), signature, secret)


def is_our_event(body: bytes, signature: str, secret: str) -> bool:
    """Checks a webhook: the raw body, before parsing, and the header X-SERVICE-SIGNATURE."""
    return is_signed(body, signature, secret)


# python3 verify.py <accountKey> <ts> <signature> <secret>, or <body> <signature> <secret>
arguments = sys.argv[1:]
is_ours = is_our_callback(*arguments) if len(arguments) == 4 else is_our_event(arguments[0].encode(), *arguments[1:])
sys.exit(0 if is_ours else 1)
