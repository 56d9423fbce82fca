namespace Pooling.Objects;

/// <summary>The accesses to a cell's version and to the sign that it leaves its home, behind a struct, so that the explorer of schedules
/// runs the same code.</summary>
internal interface ICellAtomics
{
    /// <summary>Reads the newest version that the calling thread has written itself, or that is known to nobody else.</summary>
    long Read(ref long version);

    long ReadAcquire(ref long version);

    int ReadAcquire(ref int leaving);

    void Write(ref long version, long value);

    void WriteRelease(ref long version, long value);

    void WriteRelease(ref int leaving, int value);

    bool CompareExchange(ref long version, long value, long expected);

    /// <summary>The half of a fence that is passed often: <see cref="ProcessBarrier.Light"/>.</summary>
    void Light();

    /// <summary>The half that is passed seldom: <see cref="ProcessBarrier.Heavy"/>.</summary>
    void Heavy();
}
