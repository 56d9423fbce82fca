using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Primitives;

namespace WebSockets.Hub.Hosting;

/// <summary>Decides which pages may connect: browsers send where a page comes from, other programs need not.</summary>
internal sealed class OriginCheck(IEnumerable<string> allowed)
{
    // A page of another site that gets its own name to mean this machine is not one of this machine's.
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
