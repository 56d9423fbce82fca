namespace Pooling.Encodeables;

/// <summary>Every access to the state that a pooled object carries, so that a test can run the same steps under a scheduler of its
/// own.</summary>
/// <remarks>A struct without fields, used through a type parameter: on the processor each member compiles to the one instruction that it
/// names.</remarks>
internal interface IWordAtomics
{
    int Read(ref int location);

    /// <summary>Reads, before everything that follows.</summary>
    int ReadAcquire(ref int location);

    /// <summary>Writes, after everything that precedes.</summary>
    void Write(ref int location, int value);

    /// <summary>Writes if the location holds what is expected; a full fence either way.</summary>
    bool CompareExchange(ref int location, int value, int expected);
}
