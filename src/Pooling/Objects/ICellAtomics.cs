namespace Pooling.Objects;

/// <summary>The accesses to a cell's version and to its leaving flag. They are behind a struct so that the schedule explorer runs the same
/// code.</summary>
internal interface ICellAtomics
{
    /// <summary>Reads a version whose latest value was written by the calling thread, or is known to no other thread.</summary>
    long Read(ref long version);

    long ReadAcquire(ref long version);

    int ReadAcquire(ref int leaving);

    void Write(ref long version, long value);

    void WriteRelease(ref long version, long value);

    void WriteRelease(ref int leaving, int value);

    bool CompareExchange(ref long version, long value, long expected);

    /// <summary>The frequent half of a fence: <see cref="ProcessBarrier.Light"/>.</summary>
    void Light();

    /// <summary>The rare half of a fence: <see cref="ProcessBarrier.Heavy"/>.</summary>
    void Heavy();
}
