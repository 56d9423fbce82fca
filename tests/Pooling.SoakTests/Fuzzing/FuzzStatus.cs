namespace Pooling.SoakTests.Fuzzing;

/// <summary>The result of an attempt to read.</summary>
internal enum FuzzStatus
{
    /// <summary>A value was read.</summary>
    Read,

    /// <summary>More bytes are needed.</summary>
    Incomplete,

    /// <summary>No further byte can make the data valid.</summary>
    Malformed,
}
