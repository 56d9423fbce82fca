using System.Runtime.CompilerServices;
using Pooling.Buffers;
using Pooling.Encodeables;

namespace OpcUa.Protocol.BuiltIn;

/// <content>The creation and comparison of variants.</content>
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

    /// <summary>Creates a variant from a single value of any CLR type that represents a built-in type.</summary>
    /// <exception cref="ArgumentException">The value is a variant. Only arrays of variants may be nested.</exception>
    public static Variant From<T>(T value)
    {
        if (BuiltInTypeOf<T>.Type == BuiltInType.Variant)
            throw new ArgumentException("A variant cannot hold a single variant. Use an array of variants.", nameof(value));

        return BuiltInTypeOf<T>.IsInBits ? FromBits(value) : new Variant(BuiltInTypeOf<T>.Type, value);
    }

    /// <summary>Creates a variant from an array, which is not copied; <see langword="null"/> creates a null array.</summary>
    public static Variant FromArray<T>(T[]? elements) => new(BuiltInTypeOf<T>.Type, elements, isArray: true);

    /// <summary>Creates a variant from a pooled array, which is returned with the object that holds the variant.</summary>
    public static Variant FromArray<T>(PooledArray<T> elements) => new(BuiltInTypeOf<T>.Type, elements, isArray: true);

    /// <summary>Creates a variant from a multidimensional array; the last dimension varies fastest.</summary>
    /// <exception cref="ArgumentException">There are fewer than two dimensions, one is negative,
    /// or their product is not the number of elements.</exception>
    public static Variant FromMatrix<T>(T[] elements, params int[] dimensions)
    {
        ArgumentNullException.ThrowIfNull(elements);
        ArgumentNullException.ThrowIfNull(dimensions);

        long product = 1;
        foreach (int dimension in dimensions)
            product = Math.Min(product * dimension, int.MaxValue); // a later 0 still gives 0

        if (dimensions.Length < 2 || dimensions.Min() < 0 || product != elements.Length)
        {
            throw new ArgumentException($"The dimensions {string.Join(" x ", dimensions)} do not match the "
                + $"{elements.Length} elements of the matrix.", nameof(dimensions));
        }

        return new Variant(BuiltInTypeOf<T>.Type, new VariantMatrix(elements, dimensions), isArray: true);
    }

    /// <summary>Returns whether both hold the same type and value; arrays are compared by element.</summary>
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

    /// <summary>Visits the pooled array that the variant may hold.</summary>
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
