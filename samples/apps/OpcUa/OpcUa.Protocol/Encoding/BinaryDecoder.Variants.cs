using System.Runtime.CompilerServices;
using OpcUa.Protocol.BuiltIn;
using Pooling.Buffers;

namespace OpcUa.Protocol.Encoding;

/// <content>Variants: a byte with the type and two flags, then a value, or a length and elements, then the dimensions (OPC 10000-6,
/// 5.2.2.16).</content>
public ref partial struct BinaryDecoder
{
    private const byte ArrayFlag = 0x80;
    private const byte DimensionsFlag = 0x40;
    private const int BoxedSize = 56; // of a data value, the largest

    [MethodImpl(MethodImplOptions.NoInlining)] // so that its result is not copied; see ReadDataValue
    public Variant ReadVariant()
    {
        int start = Position;
        byte head = ReadByte();
        var type = (BuiltInType)(head & 0x3F);
        if ((head & ArrayFlag) == 0)
        {
            return (head & DimensionsFlag) == 0
                ? ReadScalar(type, start)
                : throw new DecodingException("A single value cannot have dimensions.", start);
        }

        Enter();
        Variant array = (head & DimensionsFlag) == 0 ? ReadArray(type, start) : ReadMatrix(type, start);
        Leave();
        return array;
    }

    private Variant ReadScalar(BuiltInType type, int start)
    {
        if (type >= BuiltInType.Guid) // is boxed, except for a status
            CountCreated(1, BoxedSize);

        switch (type)
        {
            case BuiltInType.Null: return default;
            case BuiltInType.Boolean: return Variant.From(ReadBoolean());
            case BuiltInType.SByte: return Variant.From(ReadSByte());
            case BuiltInType.Byte: return Variant.From(ReadByte());
            case BuiltInType.Int16: return Variant.From(ReadInt16());
            case BuiltInType.UInt16: return Variant.From(ReadUInt16());
            case BuiltInType.Int32: return Variant.From(ReadInt32());
            case BuiltInType.UInt32: return Variant.From(ReadUInt32());
            case BuiltInType.Int64: return Variant.From(ReadInt64());
            case BuiltInType.UInt64: return Variant.From(ReadUInt64());
            case BuiltInType.Float: return Variant.From(ReadFloat());
            case BuiltInType.Double: return Variant.From(ReadDouble());
            case BuiltInType.String: return ReadString();
            case BuiltInType.DateTime: return Variant.From(ReadDateTime());
            case BuiltInType.Guid: return Variant.From(ReadGuid());
            case BuiltInType.ByteString: return Variant.From(ReadByteString());
            case BuiltInType.XmlElement: return Variant.From(ReadXmlElement());
            case BuiltInType.NodeId: return Variant.From(ReadNodeId());
            case BuiltInType.ExpandedNodeId: return Variant.From(ReadExpandedNodeId());
            case BuiltInType.StatusCode: return Variant.From(ReadStatusCode());
            case BuiltInType.QualifiedName: return Variant.From(ReadQualifiedName());
            case BuiltInType.LocalizedText: return Variant.From(ReadLocalizedText());
            case BuiltInType.ExtensionObject: return Variant.From(ReadExtensionObject());
            case BuiltInType.DataValue: return Variant.From(ReadDataValue());
            case BuiltInType.DiagnosticInfo: return Variant.From(ReadDiagnosticInfo());
            default: throw new DecodingException($"A variant cannot hold a single value of type {(int)type}.", start);
        }
    }

    private Variant ReadArray(BuiltInType type, int start) => type switch
    {
        BuiltInType.Boolean => ReadElements<bool, BooleanCodec>(),
        BuiltInType.SByte => ReadNumbers<sbyte>(),
        BuiltInType.Byte => ReadNumbers<byte>(),
        BuiltInType.Int16 => ReadNumbers<short>(),
        BuiltInType.UInt16 => ReadNumbers<ushort>(),
        BuiltInType.Int32 => ReadNumbers<int>(),
        BuiltInType.UInt32 => ReadNumbers<uint>(),
        BuiltInType.Int64 => ReadNumbers<long>(),
        BuiltInType.UInt64 => ReadNumbers<ulong>(),
        BuiltInType.Float => ReadNumbers<float>(),
        BuiltInType.Double => ReadNumbers<double>(),
        BuiltInType.String => ReadElements<string?, StringCodec>(),
        BuiltInType.DateTime => ReadElements<DateTime, DateTimeCodec>(),
        BuiltInType.Guid => ReadElements<Guid, GuidCodec>(),
        BuiltInType.ByteString => ReadElements<byte[]?, ByteStringCodec>(),
        BuiltInType.XmlElement => ReadElements<XmlElement, XmlElementCodec>(),
        BuiltInType.NodeId => ReadElements<NodeId, NodeIdCodec>(),
        BuiltInType.ExpandedNodeId => ReadElements<ExpandedNodeId, ExpandedNodeIdCodec>(),
        BuiltInType.StatusCode => ReadElements<StatusCode, StatusCodeCodec>(),
        BuiltInType.QualifiedName => ReadElements<QualifiedName, QualifiedNameCodec>(),
        BuiltInType.LocalizedText => ReadElements<LocalizedText, LocalizedTextCodec>(),
        BuiltInType.ExtensionObject => ReadElements<ExtensionObject, ExtensionObjectCodec>(),
        BuiltInType.DataValue => ReadElements<DataValue, DataValueCodec>(),
        BuiltInType.Variant => ReadElements<Variant, VariantCodec>(),
        BuiltInType.DiagnosticInfo => ReadElements<DiagnosticInfo?, DiagnosticInfoCodec>(),
        _ => throw new DecodingException($"A variant cannot hold an array of type {(int)type}.", start),
    };

    private Variant ReadNumbers<T>() where T : unmanaged
    {
        int length = ReadArrayLength(Unsafe.SizeOf<T>());
        Span<T> numbers = MakeArray<T>(length, out Variant array);
        _reader.ReadLittleEndian(numbers); // the length was checked against the remaining bytes
        return array;
    }

    private Variant ReadElements<T, TCodec>() where TCodec : struct, IElementCodec<T>
    {
        int length = ReadArrayLength(TCodec.MinBytes);
        Span<T> elements = MakeArray<T>(length, out Variant array);
        ReadInto<T, TCodec>(elements);
        return array;
    }

    /// <summary>Creates an array through the scope, or with <c>new</c> if there is no scope.</summary>
    private Span<T> MakeArray<T>(int length, out Variant array)
    {
        CountCreated(Math.Max(0, length), Unsafe.SizeOf<T>());
        if (length < 0 || Scope == default)
        {
            T[]? elements = length < 0 ? null : length == 0 ? [] : new T[length];
            array = Variant.FromArray(elements);
            return elements;
        }

        PooledArray<T> rented = Scope.RentArray<T>(length, _limits.MaxArrayLength);
        array = Variant.FromArray(rented);
        return rented.Span;
    }

    private Variant ReadMatrix(BuiltInType type, int start)
    {
        Variant elements = ReadArray(type, start);
        int dimensionsStart = Position;
        int count = ReadArrayLength(sizeof(int));
        if (count < 2)
            throw new DecodingException($"A matrix cannot have {count} dimensions.", dimensionsStart);

        ReadOnlySpan<byte> wire = Take(count * sizeof(int));
        var claimed = new BufferReader(wire);
        long product = 1;
        for (int i = 0; i < count; i++)
        {
            int dimension = claimed.ReadInt32LittleEndian();
            if (dimension < 0)
                throw new DecodingException($"Dimension {i} of a matrix is {dimension}.", dimensionsStart);

            product = Math.Min(product * dimension, int.MaxValue); // a later 0 still gives 0
        }

        if (product != Math.Max(0, elements.Length))
            throw new DecodingException($"The dimensions of a matrix do not match its {elements.Length} elements.", dimensionsStart);

        var dimensions = new int[count];
        new BufferReader(wire).ReadLittleEndian<int>(dimensions);
        return VariantArrays.ToMatrix(elements, dimensions);
    }
}
