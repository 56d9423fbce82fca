namespace Pooling.Encodeables.Generated;

/// <summary>A class whose base class is of another library, and is reset by hand.</summary>
[PooledEncodeable]
public partial class Note : StringWriter
{
    public int Lines { get; set; } = 1;

    [KeepOnReset]
    internal int LinesAtReset { get; private set; }

    partial void ResetBase()
    {
        LinesAtReset = Lines; // before the generated code sets it back
        NewLine = Environment.NewLine;
        GetStringBuilder().Clear();
    }
}

/// <summary>A class that inherits such a reset.</summary>
[PooledEncodeable]
public sealed partial class SignedNote : Note
{
    public string? Signature { get; set; }
}
