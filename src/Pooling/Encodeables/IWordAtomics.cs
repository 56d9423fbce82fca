namespace Pooling.Encodeables;

/// <summary>The memory accesses to the state of a pooled object, so that a test can run the same steps under its own scheduler.</summary>
/// <remarks>A struct without fields, used through a type parameter: on the processor, each member compiles to a single
/// instruction.</remarks>
internal interface IWordAtomics
{
    int Read(ref int location);

    /// <summary>Reads, before everything that follows.</summary>
    int ReadAcquire(ref int location);

    /// <summary>Writes, after everything that precedes.</summary>
    void Write(ref int location, int value);

    /// <summary>Writes if the location holds the expected value; a full fence either way.</summary>
    bool CompareExchange(ref int location, int value, int expected);
}
