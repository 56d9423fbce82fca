using OpcUa.Protocol.BuiltIn;

namespace OpcUa.Protocol.Transport;

/// <summary>The channel of a connection: its id, and the tokens that are good now.</summary>
/// <remarks>The receiving thread changes it, the sending thread reads the token to send with.</remarks>
public sealed class SecureChannel
{
    private volatile ChannelToken? _newest;
    private ChannelToken? _before; // good until it expires: for what was sent before the newest was known
    private volatile ChannelToken? _sending;

    /// <summary>The number of the channel at the server; 0 before it is open.</summary>
    public uint Id { get; private set; }

    public bool IsOpen => _newest is not null;

    /// <summary>Whether the newest token is not good any more.</summary>
    public bool HasExpired => _newest is { HasExpired: true };

    /// <summary>The token that was granted last.</summary>
    public ChannelToken? Newest => _newest;

    /// <summary>The token to send with.</summary>
    internal ChannelToken? Sending => _sending;

    /// <summary>Opens the channel, or renews it. Receiving thread only.</summary>
    /// <param name="id">The number of the channel.</param>
    /// <param name="token">The token that was granted.</param>
    /// <param name="isSentAtOnce">Whether to send with it from now on, as a client does; a server waits until the client has.</param>
    public void Renew(uint id, ChannelToken token, bool isSentAtOnce)
    {
        Id = id;
        _before = _newest;
        _newest = token;
        if (isSentAtOnce || _before is null)
            _sending = token;
    }

    /// <summary>Gets the token of a chunk that was received. Receiving thread only.</summary>
    /// <exception cref="TransportException">There is no such channel or token.</exception>
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

    /// <summary>Is told that a chunk with the token was good: the peer has it. Receiving thread only.</summary>
    internal void Confirm(ChannelToken token)
    {
        if (token == _newest && _sending != token)
            _sending = token;
    }
}
