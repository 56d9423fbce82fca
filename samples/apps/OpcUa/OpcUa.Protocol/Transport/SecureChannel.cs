using OpcUa.Protocol.BuiltIn;

namespace OpcUa.Protocol.Transport;

/// <summary>The channel of a connection: its id and its valid tokens.</summary>
/// <remarks>The receiving thread changes it; the sending thread reads the token to send with. The receiving thread owns the objects that
/// open chunks, the sending thread those that seal them, and each disposes its own.</remarks>
public sealed class SecureChannel
{
    private volatile ChannelToken? _newest;
    private ChannelToken? _before; // valid until it expires, for messages sent before the newest token was known
    private volatile ChannelToken? _sending;

    /// <summary>Gets the id of the channel at the server; 0 before it is open.</summary>
    public uint Id { get; private set; }

    public bool IsOpen => _newest is not null;

    /// <summary>Gets whether the newest token has expired.</summary>
    public bool HasExpired => _newest is { HasExpired: true };

    /// <summary>Gets the newest token.</summary>
    public ChannelToken? Newest => _newest;

    /// <summary>Gets the token for sent chunks: the one in use until it expires, then the newest (OPC 10000-4, 5.6.2).
    /// </summary>
    internal ChannelToken? Sending
    {
        get
        {
            ChannelToken? newest = _newest; // read first, so that it is not a later one than Renew has left in use
            return _sending is { HasExpired: false } sending ? sending : newest;
        }
    }

    /// <summary>Opens the channel, or renews it. For the receiving thread only.</summary>
    /// <param name="id">The id of the channel.</param>
    /// <param name="token">The granted token.</param>
    /// <param name="isSentAtOnce">Whether to send with the token immediately, as a client does. A server waits until the client has used
    /// it.</param>
    public void Renew(uint id, ChannelToken token, bool isSentAtOnce)
    {
        Id = id;
        _before?.Incoming.Dispose();
        _before = _newest;
        _sending = isSentAtOnce || _before is null ? token : _before; // a client that renews again has the last token
        _newest = token;
    }

    /// <summary>Gets the token of a received chunk. For the receiving thread only.</summary>
    /// <exception cref="TransportException">The channel or the token is unknown.</exception>
    internal ChannelToken Find(uint channel, uint token)
    {
        if (_newest is null || channel != Id)
            throw new TransportException(StatusCodes.BadTcpSecureChannelUnknown, $"The connection has no channel {channel}.");

        ChannelToken? found = token == _newest.Id ? _newest : token == _before?.Id ? _before : null;
        if (found is null || found.HasExpired)
        {
            throw new TransportException(StatusCodes.BadSecureChannelTokenUnknown,
                $"The channel has no token {token}{(found is null ? "" : ": it has expired")}.");
        }

        return found;
    }

    /// <summary>Disposes the objects that open chunks. For the receiving thread only, at its end.</summary>
    internal void EndIncoming()
    {
        _before?.Incoming.Dispose();
        _newest?.Incoming.Dispose();
    }

    /// <summary>Records that the peer uses the token, after a valid chunk. For the receiving thread only.</summary>
    internal void Confirm(ChannelToken token)
    {
        if (token == _newest && _sending != token)
            _sending = token;
    }
}
