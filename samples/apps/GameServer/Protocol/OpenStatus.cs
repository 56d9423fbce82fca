namespace Pooling.GameServer.Protocol;

/// <summary>Specifies the result of decrypting a payload.</summary>
internal enum OpenStatus
{
    Opened,

    /// <summary>The payload is too short.</summary>
    Malformed,

    /// <summary>The nonce was already used.</summary>
    Replay,

    /// <summary>The nonce is not the next one: a packet before it is missing.</summary>
    Gap,

    /// <summary>The payload uses a new key too soon after the last one.</summary>
    EarlyRekey,

    /// <summary>The payload or its header was changed.</summary>
    BadTag,
}

internal static class OpenStatusReasons
{
    /// <summary>Returns the reason for ending a connection whose payload could not be decrypted.</summary>
    public static DisconnectReason ToReason(this OpenStatus status) => status switch
    {
        OpenStatus.Opened => DisconnectReason.None,
        OpenStatus.Replay => DisconnectReason.Replay,
        OpenStatus.Gap => DisconnectReason.OutOfOrder,
        OpenStatus.EarlyRekey => DisconnectReason.EarlyRekey,
        OpenStatus.BadTag => DisconnectReason.BadTag,
        _ => DisconnectReason.Malformed,
    };
}
