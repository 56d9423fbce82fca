using OpcUa.Client.Connections;
using OpcUa.Client.Subscriptions;
using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Security;
using OpcUa.Protocol.Services;
using OpcUa.Protocol.Services.Attributes;
using OpcUa.Protocol.Services.Channels;
using OpcUa.Protocol.Services.Sessions;

namespace OpcUa.Client;

/// <summary>A session on a channel. If the channel is lost, the session can be moved to another one.</summary>
internal sealed class ClientSession : IAsyncDisposable
{
    private static readonly NodeId s_serverState = new(2259);

    private readonly ClientOptions _options;
    private readonly CreateSessionResponse _created;
    private readonly NodeId _token;
    private Task _keepAlive = Task.CompletedTask;

    private ClientSession(ClientChannel channel, ClientOptions options, CreateSessionResponse created)
    {
        Channel = channel;
        _options = options;
        _created = created;
        _token = created.AuthenticationToken;
        Publishing = new PublishLoop(this, options);
    }

    public ClientChannel Channel { get; }

    public PublishLoop Publishing { get; }

    /// <summary>Gets the limits of the server for requests.</summary>
    public OperationLimits Limits { get; private set; }

    /// <summary>Creates and activates a session for an anonymous user.</summary>
    public static async Task<ClientSession> CreateAsync(
        ClientChannel channel, string url, ClientOptions options, CancellationToken cancellation)
    {
        SecuredEndpoint? endpoint = channel.Endpoint;
        Certificate? own = endpoint?.Security.Own.Certificate;
        byte[]? nonce = endpoint is null ? null : ChannelKeys.CreateNonce();
        CreateSessionResponse created = await channel.CallAsync<CreateSessionResponse>(
            new CreateSessionRequest
            {
                ClientDescription = new ApplicationDescription(
                    own?.ApplicationUri ?? options.ApplicationUri, null, new LocalizedText(null, options.ApplicationName),
                    ApplicationType.Client),
                EndpointUrl = url,
                SessionName = options.SessionName,
                ClientNonce = nonce,
                ClientCertificate = own?.Der.ToArray(),
                RequestedSessionTimeout = options.SessionTimeout.TotalMilliseconds,
                MaxResponseMessageSize = (uint)options.Transport.MaxMessageSize,
            },
            cancellation).ConfigureAwait(false);
        endpoint?.Check(created, nonce);
        var session = new ClientSession(channel, options, created);
        await session.ActivateAsync(cancellation).ConfigureAwait(false);
        session.Limits = await session.ReadLimitsAsync(cancellation).ConfigureAwait(false);
        return session;
    }

    /// <summary>Activates the session on another channel, with its subscriptions at the server.</summary>
    /// <returns><see langword="null"/> if the server no longer has the session.</returns>
    public async Task<ClientSession?> TryMoveAsync(ClientChannel channel, CancellationToken cancellation)
    {
        if (!IsSameServer(channel))
            return null;

        var session = new ClientSession(channel, _options, _created) { Limits = Limits };
        try
        {
            await session.ActivateAsync(cancellation).ConfigureAwait(false);
            return session;
        }
        catch (ServiceException exception) when (!channel.Completion.IsCompleted && exception.Status != StatusCodes.BadTimeout)
        {
            return null; // such as BadSessionIdInvalid; in any case the session cannot be used any more
        }
    }

    /// <summary>Returns whether the other object is the same session of the server, on any channel.</summary>
    public bool IsSameAs(ClientSession other) => _created == other._created;

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

    /// <summary>Checks a silent server, and aborts the connection if it does not respond.</summary>
    public void Tick()
    {
        long now = Environment.TickCount64;
        if (Publishing.Tick(now) is not null)
            Channel.Abort(StatusCodes.BadTimeout); // the client reconnects
        else if (now - Channel.LastReceived > _options.KeepAliveInterval.TotalMilliseconds && _keepAlive.IsCompleted)
            _keepAlive = AskAsync();
    }

    /// <summary>Closes the session and the channel.</summary>
    public async ValueTask DisposeAsync()
    {
        try
        {
            if (!Channel.Completion.IsCompleted)
                await CallAsync<CloseSessionResponse>(new CloseSessionRequest(), default).ConfigureAwait(false);
        }
        catch (Exception exception) when (exception is ServiceException or Protocol.Encoding.DecodingException)
        {
            // The server is gone or does not respond.
        }

        await Channel.DisposeAsync().ConfigureAwait(false);
    }

    // A secret of the session may only be sent to the server that it was agreed with.
    private bool IsSameServer(ClientChannel channel) => Channel.Endpoint is not { } endpoint
        ? channel.Endpoint is null
        : channel.Endpoint is { } other && other.Server.Der.SequenceEqual(endpoint.Server.Der);

    private async Task ActivateAsync(CancellationToken cancellation)
    {
        SecuredEndpoint? endpoint = Channel.Endpoint;
        MessageSecurityMode mode = endpoint?.Security.Mode ?? MessageSecurityMode.None;
        ActivateSessionResponse activated = await CallAsync<ActivateSessionResponse>(
            new ActivateSessionRequest
            {
                ClientSignature = endpoint is null
                    ? default
                    : await endpoint.SignAsync(_created).ConfigureAwait(false),
                UserIdentityToken = new AnonymousIdentityToken(AnonymousPolicy(_created.ServerEndpoints, mode)).ToExtensionObject(),
            },
            cancellation).ConfigureAwait(false);
        _created.ServerNonce = activated.ServerNonce; // for the next time
    }

    private async Task<OperationLimits> ReadLimitsAsync(CancellationToken cancellation)
    {
        var values = new DataValue[OperationLimits.Nodes.Length];
        int size = values.Length; // of a request; 1 if the server does not accept that many
        for (int i = 0; i < values.Length; i += size)
        {
            var request = new ReadRequest
            {
                NodesToRead = [.. OperationLimits.Nodes.Skip(i).Take(size).Select(static id => new ReadValueId(id))],
            };
            try
            {
                ReadResponse response = await CallAsync<ReadResponse>(request, cancellation).ConfigureAwait(false);
                UaClient.Checked(response.Results, size).CopyTo(values, i);
            }
            catch (ServiceException exception) when (exception.Status == StatusCodes.BadTooManyOperations && size > 1)
            {
                (i, size) = (-1, 1);
            }
            catch (ServiceException exception) when (exception.Status != StatusCodes.BadTimeout && !Channel.IsClosed)
            {
                // The server does not report this limit.
            }
        }

        return OperationLimits.From(values);
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
            // Any response shows that the server is alive.
        }
    }

    private static string? AnonymousPolicy(EndpointDescription[] endpoints, MessageSecurityMode mode)
    {
        foreach (EndpointDescription endpoint in endpoints)
        {
            if (endpoint.SecurityMode != mode)
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
