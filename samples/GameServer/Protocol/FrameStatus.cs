namespace Pooling.GameServer.Protocol;

/// <summary>What stands at the start of the received bytes.</summary>
internal enum FrameStatus
{
    /// <summary>A whole frame.</summary>
    Complete,

    /// <summary>The beginning of one.</summary>
    Incomplete,

    /// <summary>The length of one that is too long: nothing was rented for it.</summary>
    TooLong,

    /// <summary>No length, or one of 0.</summary>
    Malformed,
}
