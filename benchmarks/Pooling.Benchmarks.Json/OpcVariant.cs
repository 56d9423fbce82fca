namespace Pooling.Benchmarks.Json;

/// <summary>A value of any built-in type, as the plain codec holds it: a class with a box inside.</summary>
internal sealed record BoxedVariant(OpcType Type, object Value);

/// <summary>A value with its status and time, as the plain codec holds it.</summary>
internal sealed record BoxedDataValue(BoxedVariant Value, uint Status, DateTime SourceTimestamp);

/// <summary>A value of any built-in type without a box: numbers are in the bits.</summary>
internal readonly record struct OpcVariant(OpcType Type, long Bits, object? Reference = null)
{
    internal static OpcVariant From(BoxedVariant boxed) => boxed.Value switch
    {
        bool value => new(boxed.Type, value ? 1 : 0),
        sbyte value => new(boxed.Type, value),
        byte value => new(boxed.Type, value),
        short value => new(boxed.Type, value),
        ushort value => new(boxed.Type, value),
        int value => new(boxed.Type, value),
        uint value => new(boxed.Type, value),
        long value => new(boxed.Type, value),
        ulong value => new(boxed.Type, (long)value),
        float value => new(boxed.Type, BitConverter.SingleToInt32Bits(value)),
        double value => new(boxed.Type, BitConverter.DoubleToInt64Bits(value)),
        DateTime value => new(boxed.Type, value.Ticks),
        { } value => new(boxed.Type, 0, value),
    };
}

/// <summary>A value with its status and time, as a value.</summary>
internal readonly record struct OpcDataValue(OpcVariant Value, uint Status, DateTime SourceTimestamp)
{
    internal static OpcDataValue From(BoxedDataValue boxed) => new(OpcVariant.From(boxed.Value), boxed.Status, boxed.SourceTimestamp);
}
