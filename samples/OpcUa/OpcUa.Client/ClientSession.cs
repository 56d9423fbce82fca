using OpcUa.Client.Connections;
using OpcUa.Client.Subscriptions;
using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Services;
using OpcUa.Protocol.Services.Attributes;
using OpcUa.Protocol.Services.Channels;
using OpcUa.Protocol.Services.Sessions;

namespace OpcUa.Client;

/// <summary>A session on a channel; it ends with it.</summary>
internal sealed class ClientSession : IAsyncDisposable
{
    private static readonly NodeId s_serverState = new(2259);

    private readonly ClientOptions _options;
    private readonly NodeId _token;
    private Task _keepAlive = Task.CompletedTask;

    private ClientSession(ClientChannel channel, ClientOptions options, CreateSessionResponse created)
    {
        Channel = channel;
        _options = options;
        _token = created.AuthenticationToken;
        Publishing = new PublishLoop(this, options);
    }

    public ClientChannel Channel { get; }

    public PublishLoop Publishing { get; }

    /// <summary>Creates and activates a session for an anonymous user.</summary>
    public static async Task<ClientSession> CreateAsync(
        ClientChannel channel, string url, ClientOptions options, CancellationToken cancellation)
    {
        CreateSessionResponse created = await channel.CallAsync<CreateSessionResponse>(
            new CreateSessionRequest
            {
                ClientDescription = new ApplicationDescription(
                    options.ApplicationUri, null, new LocalizedText(null, options.ApplicationName), ApplicationType.Client),
                EndpointUrl = url,
                SessionName = options.SessionName,
                RequestedSessionTimeout = options.SessionTimeout.TotalMilliseconds,
                MaxResponseMessageSize = (uint)options.Transport.MaxMessageSize,
            },
            cancellation).ConfigureAwait(false);
        var session = new ClientSession(channel, options, created);
        await session.CallAsync<ActivateSessionResponse>(
            new ActivateSessionRequest
            {
                UserIdentityToken = new AnonymousIdentityToken(AnonymousPolicy(created.ServerEndpoints)).ToExtensionObject(),
            },
            cancellation).ConfigureAwait(false);
        return session;
    }

    public Task<TResponse> CallAsync<TResponse>(IServiceRequest request, CancellationToken cancellation)
        where TResponse : class, IServiceResponse, new()
    {
        request.Header.AuthenticationToken = _token;
        return Channel.CallAsync<TResponse>(request, cancellation);
    }

    public void Send(IServiceRequest request, IPendingRequest pending, TimeSpan timeout)
    {
        request.Header.AuthenticationToken = _token;
        Channel.Send(request, pending, timeout);
    }

    /// <summary>Asks a server that has been silent whether it lives, and gives the connection up if it does not.</summary>
    public void Tick()
    {
        long now = Environment.TickCount64;
        if (Publishing.Tick(now) is not null)
            Channel.Abort(StatusCodes.BadTimeout); // subscriptions are made anew on the next one
        else if (now - Channel.LastReceived > _options.KeepAliveInterval.TotalMilliseconds && _keepAlive.IsCompleted)
            _keepAlive = AskAsync();
    }

    /// <summary>Closes session and channel.</summary>
    public async ValueTask DisposeAsync()
    {
        try
        {
            if (!Channel.Completion.IsCompleted)
                await CallAsync<CloseSessionResponse>(new CloseSessionRequest(), default).ConfigureAwait(false);
        }
        catch (Exception exception) when (exception is ServiceException or Protocol.Encoding.DecodingException)
        {
            // The server has gone, or does not care.
        }

        await Channel.DisposeAsync().ConfigureAwait(false);
    }

    private async Task AskAsync()
    {
        try
        {
            var request = new ReadRequest { NodesToRead = [new ReadValueId(s_serverState)] };
            await CallAsync<ReadResponse>(request, default).ConfigureAwait(false);
        }
        catch (ServiceException exception) when (exception.Status == StatusCodes.BadTimeout)
        {
            Channel.Abort(StatusCodes.BadTimeout);
        }
        catch (Exception exception) when (exception is ServiceException or Protocol.Encoding.DecodingException)
        {
            // An answer of any kind is a sign of life.
        }
    }

    private static string? AnonymousPolicy(EndpointDescription[] endpoints)
    {
        foreach (EndpointDescription endpoint in endpoints)
        {
            if (endpoint.SecurityMode != MessageSecurityMode.None)
                continue;

            foreach (UserTokenPolicy policy in endpoint.UserIdentityTokens)
            {
                if (policy.TokenType == UserTokenType.Anonymous)
                    return policy.PolicyId;
            }
        }

        return "anonymous";
    }
}
