namespace Pooling.GameServer.Protocol;

/// <summary>What became of an encrypted payload.</summary>
internal enum OpenStatus
{
    Opened,

    /// <summary>Too short to be one.</summary>
    Malformed,

    /// <summary>Its nonce was used already.</summary>
    Replay,

    /// <summary>Its nonce is not the next one: something before it is missing.</summary>
    Gap,

    /// <summary>It has a new key, too soon after the last one.</summary>
    EarlyRekey,

    /// <summary>It, or its header, is not what was sent.</summary>
    BadTag,
}

internal static class OpenStatusReasons
{
    /// <summary>Why a connection ends whose payload could not be opened.</summary>
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
