using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Services;

namespace OpcUa.Protocol.Encoding;

/// <content>Arrays in service messages: separate arrays, or lists that a pooled message keeps.
/// A null array on the wire becomes an empty one.</content>
public ref partial struct BinaryDecoder
{
    public string?[] ReadStrings() => ReadOwnArray<string?, StringCodec>();

    public byte[]?[] ReadByteStrings() => ReadOwnArray<byte[]?, ByteStringCodec>();

    public StatusCode[] ReadStatusCodes() => ReadOwnArray<StatusCode, StatusCodeCodec>();

    public DataValue[] ReadDataValues() => ReadOwnArray<DataValue, DataValueCodec>();

    public T[] ReadStructures<T>() where T : IStructure<T> => ReadOwnArray<T, StructureCodec<T>>();

    public uint[] ReadUInt32s()
    {
        int length = ReadArrayLength(sizeof(uint));
        if (length <= 0)
            return [];

        CountCreated(length, sizeof(uint));
        var array = new uint[length];
        _reader.ReadLittleEndian<uint>(array); // the length was checked against the remaining bytes
        return array;
    }

    public void ReadUInt32s(List<uint> list)
    {
        int length = ReadArrayLength(sizeof(uint));
        CollectionsMarshal.SetCount(list, Math.Max(0, length));
        _reader.ReadLittleEndian(CollectionsMarshal.AsSpan(list));
    }

    public void ReadStatusCodes(List<StatusCode> list)
    {
        int length = ReadArrayLength(sizeof(uint));
        CollectionsMarshal.SetCount(list, Math.Max(0, length));
        foreach (ref StatusCode status in CollectionsMarshal.AsSpan(list))
            status = ReadStatusCode();
    }

    public void ReadStructures<T>(List<T> list) where T : IStructure<T>
    {
        int length = ReadArrayLength(T.MinBytes);
        CountCreated(Math.Max(0, length), Unsafe.SizeOf<T>());
        CollectionsMarshal.SetCount(list, Math.Max(0, length));
        foreach (ref T item in CollectionsMarshal.AsSpan(list))
            item = T.Decode(ref this);
    }

    /// <summary>Reads an array of values into a span.</summary>
    /// <param name="values">The span; its length must be that of the array.</param>
    public void ReadDataValues(Span<DataValue> values)
    {
        int start = Position;
        int length = ReadArrayLength(DataValueCodec.MinBytes);
        if (Math.Max(0, length) != values.Length)
            throw new DecodingException($"The array has {length} values; {values.Length} were expected.", start);

        ReadInto<DataValue, DataValueCodec>(values);
    }

    /// <summary>Skips an array of numbers.</summary>
    public void SkipUInt32s() => Take(Math.Max(0, ReadArrayLength(sizeof(uint))) * sizeof(uint));

    /// <summary>Skips an array of diagnostics.</summary>
    public void SkipDiagnosticInfos()
    {
        int length = ReadArrayLength(minBytes: 1);
        for (int i = 0; i < length; i++)
            ReadDiagnosticInfo();
    }

    private T[] ReadOwnArray<T, TCodec>() where TCodec : struct, IElementCodec<T>
    {
        int length = ReadArrayLength(TCodec.MinBytes);
        if (length <= 0)
            return [];

        CountCreated(length, Unsafe.SizeOf<T>());
        var array = new T[length];
        ReadInto<T, TCodec>(array);
        return array;
    }

    private void ReadInto<T, TCodec>(Span<T> elements) where TCodec : struct, IElementCodec<T>
    {
        // The minimum size of the remaining elements is not available for arrays in this one. Otherwise, nested arrays could each claim all
        // remaining bytes.
        _owed += (long)elements.Length * TCodec.MinBytes;
        for (int i = 0; i < elements.Length; i++)
        {
            _owed -= TCodec.MinBytes;
            elements[i] = TCodec.Read(ref this);
        }
    }
}
