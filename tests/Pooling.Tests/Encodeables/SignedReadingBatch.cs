namespace Pooling.Encodeables;

/// <summary>A pooled class derived from another one.</summary>
public sealed partial class SignedReadingBatch : ReadingBatch
{
    public Reading? Signature { get; set; }
}
