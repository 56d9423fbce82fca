using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;
using WebSockets.Protocol.Compression;
using WebSockets.Protocol.Handshakes;
using WebSockets.Protocol.Memory;

namespace WebSockets.Hub.Hosting;

/// <summary>Checks the request for a socket (RFC 6455, 4.2), and responds to it.</summary>
internal sealed class Handshake(OriginCheck origins)
{
    private const string Version = "13";

    /// <summary>Checks a request.</summary>
    /// <returns>The status with which the request is refused; 101, or 200 over HTTP/2, if it is accepted.</returns>
    public int Check(HttpContext http)
    {
        IHeaderDictionary headers = http.Request.Headers;
        if (HttpProtocol.IsHttp2(http.Request.Protocol))
            return CheckHttp2(http);

        if (!HttpMethods.IsGet(http.Request.Method))
            return StatusCodes.Status405MethodNotAllowed;

        if (!HttpProtocol.IsHttp11(http.Request.Protocol) // not older, because Kestrel also upgrades 1.0
            || http.Features.Get<IHttpUpgradeFeature>() is not { IsUpgradableRequest: true }
            || !string.Equals(headers.Upgrade, "websocket", StringComparison.OrdinalIgnoreCase))
        {
            http.Response.Headers.Upgrade = "websocket";
            return StatusCodes.Status426UpgradeRequired;
        }

        if (headers.SecWebSocketVersion != Version)
        {
            http.Response.Headers.SecWebSocketVersion = Version;
            return StatusCodes.Status426UpgradeRequired;
        }

        if (!WebSocketKey.IsValid(headers.SecWebSocketKey.ToString()))
            return StatusCodes.Status400BadRequest;

        return origins.Allows(http.Request) ? StatusCodes.Status101SwitchingProtocols : StatusCodes.Status403Forbidden;
    }

    /// <summary>Checks a request over HTTP/2, which has no key and is not upgraded (RFC 8441, 4 and 5).</summary>
    private int CheckHttp2(HttpContext http)
    {
        if (http.Features.Get<IHttpExtendedConnectFeature>() is not { IsExtendedConnect: true } connect)
            return StatusCodes.Status400BadRequest;

        if (!string.Equals(connect.Protocol, "websocket", StringComparison.OrdinalIgnoreCase))
            return StatusCodes.Status501NotImplemented;

        if (http.Request.Headers.SecWebSocketVersion == Version)
            return origins.Allows(http.Request) ? StatusCodes.Status200OK : StatusCodes.Status403Forbidden;

        http.Response.Headers.SecWebSocketVersion = Version;
        return StatusCodes.Status400BadRequest;
    }

    /// <summary>Negotiates compression, if the client offers it.</summary>
    /// <param name="http">The request. The result is added to the headers of its response.</param>
    /// <param name="options">The compression that the hub supports.</param>
    /// <param name="budget">The budget for the memory of the connection.</param>
    /// <returns>The negotiated settings; <see langword="null"/> for no compression.</returns>
    public static DeflateSettings? Negotiate(HttpContext http, DeflateOptions options, MemoryBudget budget)
    {
        DeflateSettings? settings = DeflateNegotiation.Accept(
            http.Request.Headers.SecWebSocketExtensions.ToString(), // several lines are treated as one
            options,
            settings => budget.TryTake(settings.KeptBytes),
            out string answer);
        if (settings is not null)
            http.Response.Headers.SecWebSocketExtensions = answer;

        return settings;
    }

    /// <summary>Accepts a request.</summary>
    /// <returns>The stream from which frames are read, and to which they are written.</returns>
    public static Task<Stream> AcceptAsync(HttpContext http)
    {
        if (http.Features.Get<IHttpExtendedConnectFeature>() is { IsExtendedConnect: true } connect)
            return connect.AcceptAsync().AsTask();

        string key = http.Request.Headers.SecWebSocketKey.ToString();
        http.Response.Headers.Upgrade = "websocket"; // no subprotocol is negotiated
        http.Response.Headers.SecWebSocketAccept = WebSocketKey.Accept(key);
        return http.Features.GetRequiredFeature<IHttpUpgradeFeature>().UpgradeAsync();
    }
}
