using System.Runtime.CompilerServices;
using Pooling.Buffers;

namespace OpcUa.Protocol.BuiltIn;

/// <summary>A value of any built-in type, or an array or matrix of them. Numbers, times and status codes are stored without
/// boxing.</summary>
public readonly partial struct Variant : IEquatable<Variant>
{
    // The values that do not fit into the bits: strings, bytes, boxed structs; T[], PooledArray<T> or VariantMatrix.
    private readonly object? _reference;
    private readonly long _bits;

    private Variant(BuiltInType type, long bits) => (Type, _bits) = (type, bits);

    private Variant(BuiltInType type, object? reference, bool isArray = false) => (Type, _reference, IsArray) = (type, reference, isArray);

    /// <summary>Creates a variant from its parts.</summary>
    internal Variant(BuiltInType type, bool isArray, object? reference, long bits) =>
        (Type, IsArray, _reference, _bits) = (type, isArray, reference, bits);

    /// <summary>The type of the value, or of the elements. <see cref="BuiltInType.Null"/> for the default value.</summary>
    public BuiltInType Type { get; }

    /// <summary>Gets whether this is an array or a matrix.</summary>
    public bool IsArray { get; }

    public bool IsNull => Type == BuiltInType.Null;

    /// <summary>The length of each dimension of a matrix, or <see langword="null"/> for anything else.</summary>
    public IReadOnlyList<int>? Dimensions => (_reference as VariantMatrix)?.Dimensions;

    /// <summary>The length of an array or matrix; -1 for a null array or a single value.</summary>
    public int Length => _reference switch
    {
        _ when !IsArray => -1,
        VariantMatrix matrix => matrix.Elements.Length,
        Array array => array.Length,
        _ => PooledLength(),
    };

    internal object? Reference => _reference;

    internal long Bits => _bits;

    public static bool operator ==(Variant left, Variant right) => left.Equals(right);

    public static bool operator !=(Variant left, Variant right) => !left.Equals(right);

    /// <summary>Gets the value as the CLR type that represents its built-in type.</summary>
    /// <exception cref="InvalidCastException">The value has another type, or is an array.</exception>
    public T Get<T>() => TryGet(out T? value)
        ? value!
        : throw new InvalidCastException($"The variant holds {(IsArray ? "an array of " : "")}{Type}, not {typeof(T).Name}.");

    /// <summary>Gets a single value.</summary>
    /// <returns><see langword="false"/> if the value has another type, or is an array.</returns>
    public bool TryGet<T>(out T? value)
    {
        value = default;
        if (IsArray || Type != BuiltInTypeOf<T>.Type)
            return false;

        if (!BuiltInTypeOf<T>.IsInBits)
        {
            if (_reference is T reference)
                value = reference;

            return true;
        }

        long bits = _bits;
        value = Unsafe.As<long, T>(ref bits);
        return true;
    }

    /// <summary>Gets the elements of an array or matrix; none for a null array. The elements of a decoded variant are valid as long as the
    /// scope or object that owns them.</summary>
    /// <exception cref="InvalidCastException">The variant holds a single value, or the elements have another type.</exception>
    public ReadOnlySpan<T> GetSpan<T>() => !IsArray || Type != BuiltInTypeOf<T>.Type
        ? throw new InvalidCastException($"The variant holds {(IsArray ? "an array of " : "")}{Type}, not an array of {typeof(T).Name}.")
        : _reference switch
        {
            T[] array => array,
            PooledArray<T> pooled => pooled.Span,
            VariantMatrix matrix => (T[])matrix.Elements,
            _ => default,
        };

    public override bool Equals(object? obj) => obj is Variant other && Equals(other);

    public override int GetHashCode() =>
        HashCode.Combine(Type, IsArray, _bits, IsArray ? Length : _reference is byte[] bytes ? bytes.Length : _reference?.GetHashCode());

    /// <summary>Returns the value as a text for people. Only the first elements of an array are shown.</summary>
    public override string ToString()
    {
        string text = _reference is null && (IsArray || IsNull) ? "null" : VariantArrays.TextOf(this);
        return Dimensions is { } dimensions ? $"{string.Join("x", dimensions)} {text}" : text;
    }
}
