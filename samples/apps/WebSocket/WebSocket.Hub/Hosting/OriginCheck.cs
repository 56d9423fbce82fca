using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Primitives;

namespace WebSockets.Hub.Hosting;

/// <summary>Decides which pages may connect. Browsers send the origin of a page; other programs need not.</summary>
internal sealed class OriginCheck(IEnumerable<string> allowed)
{
    // The names that a page of this machine may have. A page of another site that resolves its name to this machine is not included.
    private static readonly string[] s_ownNames = ["localhost", "127.0.0.1", "[::1]"];

    private readonly HashSet<string> _allowed = new(allowed, StringComparer.OrdinalIgnoreCase);

    public bool Allows(HttpRequest request)
    {
        StringValues origin = request.Headers.Origin;
        return origin.Count == 0 || (origin is [{ } only] && (_allowed.Contains(only) || IsOwn(only, request.Host)));
    }

    private static bool IsOwn(string origin, HostString host) =>
        s_ownNames.Contains(host.Host, StringComparer.OrdinalIgnoreCase)
        && Uri.TryCreate(origin, UriKind.Absolute, out Uri? page)
        && page.Scheme is ("http" or "https")
        && string.Equals(page.Authority, host.Value, StringComparison.OrdinalIgnoreCase);
}
