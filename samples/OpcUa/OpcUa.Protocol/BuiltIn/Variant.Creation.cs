using System.Runtime.CompilerServices;
using Pooling.Buffers;
using Pooling.Encodeables;

namespace OpcUa.Protocol.BuiltIn;

/// <content>How variants are made and compared.</content>
public readonly partial struct Variant
{
    public static implicit operator Variant(bool value) => FromBits(value);

    public static implicit operator Variant(int value) => FromBits(value);

    public static implicit operator Variant(uint value) => FromBits(value);

    public static implicit operator Variant(long value) => FromBits(value);

    public static implicit operator Variant(float value) => FromBits(value);

    public static implicit operator Variant(double value) => FromBits(value);

    public static implicit operator Variant(string? value) => new(BuiltInType.String, value);

    public static implicit operator Variant(DateTime value) => FromBits(value);

    /// <summary>A single value of any CLR type that stands for a built-in type.</summary>
    /// <exception cref="ArgumentException">It is a variant: only arrays of variants may be nested.</exception>
    public static Variant From<T>(T value)
    {
        if (BuiltInTypeOf<T>.Type == BuiltInType.Variant)
            throw new ArgumentException("A variant holds no single variant; an array of variants is allowed.", nameof(value));

        return BuiltInTypeOf<T>.IsInBits ? FromBits(value) : new Variant(BuiltInTypeOf<T>.Type, value);
    }

    /// <summary>An array. The variant keeps it as it is; <see langword="null"/> makes a null array.</summary>
    public static Variant FromArray<T>(T[]? elements) => new(BuiltInTypeOf<T>.Type, elements, isArray: true);

    /// <summary>An array that is returned with the object that the variant is put into.</summary>
    public static Variant FromArray<T>(PooledArray<T> elements) => new(BuiltInTypeOf<T>.Type, elements, isArray: true);

    /// <summary>An array of several dimensions; the elements of the last one lie beside each other.</summary>
    /// <exception cref="ArgumentException">The dimensions are fewer than two, one is negative,
    /// or they do not make the number of elements.</exception>
    public static Variant FromMatrix<T>(T[] elements, params int[] dimensions)
    {
        ArgumentNullException.ThrowIfNull(elements);
        ArgumentNullException.ThrowIfNull(dimensions);

        long product = 1;
        foreach (int dimension in dimensions)
            product = Math.Min(product * dimension, int.MaxValue); // a later 0 still makes 0

        if (dimensions.Length < 2 || dimensions.Min() < 0 || product != elements.Length)
        {
            throw new ArgumentException($"The dimensions {string.Join(" x ", dimensions)} do not make "
                + $"{elements.Length} elements of a matrix.", nameof(dimensions));
        }

        return new Variant(BuiltInTypeOf<T>.Type, new VariantMatrix(elements, dimensions), isArray: true);
    }

    /// <summary>Whether both hold the same type and values; of arrays each element.</summary>
    public bool Equals(Variant other)
    {
        if (Type != other.Type || IsArray != other.IsArray || _bits != other._bits)
            return false;

        if (IsArray)
            return VariantArrays.Equal(this, other);

        return _reference is byte[] bytes
            ? other._reference is byte[] otherBytes && bytes.AsSpan().SequenceEqual(otherBytes)
            : Equals(_reference, other._reference);
    }

    /// <summary>Shows the pooled array that the variant may hold.</summary>
    public void VisitNested(ref NestedVisitor nested)
    {
        if (_reference is not null && IsArray)
            VariantArrays.Visit(this, ref nested);
    }

    private static Variant FromBits<T>(T value)
    {
        long bits = 0;
        Unsafe.As<long, T>(ref bits) = value;
        return new Variant(BuiltInTypeOf<T>.Type, bits);
    }

    private int PooledLength() => _reference is null ? -1 : VariantArrays.LengthOf(this);
}
