namespace Pooling.Benchmarks.Buffers.Codec;

/// <summary>The plain shape of a variant: an object, whose scalar is boxed.</summary>
internal sealed class BoxedVariant(BuiltInType type, object value)
{
    internal BuiltInType Type { get; } = type;

    /// <summary>A scalar, or an array of scalars.</summary>
    internal object Value { get; } = value;

    internal bool IsArray => Value is Array && Type != BuiltInType.ByteString;
}
