namespace Pooling.GameServer.Protocol;

/// <summary>Specifies what is at the start of the received bytes.</summary>
internal enum FrameStatus
{
    /// <summary>A complete frame.</summary>
    Complete,

    /// <summary>The beginning of a frame.</summary>
    Incomplete,

    /// <summary>The length of a frame that is too long. Nothing was rented for it.</summary>
    TooLong,

    /// <summary>An invalid length, or a length of 0.</summary>
    Malformed,
}
