using Microsoft.AspNetCore.Http;
using WebSockets.Hub.Connections;
using WebSockets.Hub.Endpoints;
using WebSockets.Protocol.Compression;

namespace WebSockets.Hub.Hosting;

/// <summary>Handles each request: opens a socket for it, or refuses it before any resources are used for one.</summary>
internal sealed class HubRequests(HubContext context, IMessagePath path, IReadOnlyDictionary<string, IHubEndpoint> endpoints)
{
    private const string Reason = "Reason";

    private readonly Handshake _handshake = new(new OriginCheck(context.Options.Origins));

    public Task Answer(HttpContext http)
    {
        if (!endpoints.TryGetValue(http.Request.Path.Value ?? "", out IHubEndpoint? endpoint))
            return context.Options.Other is { } other ? other(http) : Refuse(http, StatusCodes.Status404NotFound);

        int status = _handshake.Check(http);
        if (status is not (StatusCodes.Status101SwitchingProtocols or StatusCodes.Status200OK))
            return Refuse(http, status);

        var holder = new PlaceHolder(http.Abort);
        AddressEntry? address = context.Sockets.IsClosed
            ? null
            : context.Book.TryEnter(http.Connection.RemoteIpAddress!, holder);
        if (address is not null)
            return Accept(http, address, endpoint, holder);

        http.Response.Headers.RetryAfter = "1";
        return Refuse(http, StatusCodes.Status503ServiceUnavailable);
    }

    private async Task Accept(HttpContext http, AddressEntry address, IHubEndpoint endpoint, PlaceHolder holder)
    {
        DeflateSettings? deflate = null;
        try
        {
            deflate = Handshake.Negotiate(http, context.Options.Deflate, address.Compressing);
            Stream stream = await Handshake.AcceptAsync(http).ConfigureAwait(false);
            await path.RunAsync(http, stream, address, deflate, endpoint).ConfigureAwait(false);
        }
        finally
        {
            address.Compressing.Give(deflate?.KeptBytes ?? 0);
            context.Book.Leave(address, holder);
        }
    }

    /// <summary>Returns the reason for which a request over HTTP/2 is refused, because a status has no text there.</summary>
    private static string ReasonOf(int status) => status switch
    {
        StatusCodes.Status400BadRequest => "Open a socket with an extended CONNECT of version 13 (RFC 8441).",
        StatusCodes.Status403Forbidden => "The origin is not allowed.",
        StatusCodes.Status404NotFound => "The endpoint does not exist.",
        StatusCodes.Status501NotImplemented => "The only supported protocol is websocket.",
        _ => "The limit of sockets is reached.",
    };

    private Task Refuse(HttpContext http, int status)
    {
        context.Counters.AddRefused();
        http.Response.StatusCode = status;
        if (HttpProtocol.IsHttp2(http.Request.Protocol))
            http.Response.Headers[Reason] = ReasonOf(status); // no body: clients that do not read it would keep uncounted streams

        return Task.CompletedTask;
    }
}
