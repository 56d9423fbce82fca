using System.Runtime.InteropServices;
using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Services;

namespace OpcUa.Protocol.Encoding;

/// <content>Arrays in messages of services: of their own, or lists that stay with a pooled message.
/// A null array on the wire is an empty one here.</content>
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

        var array = new uint[length];
        _reader.ReadLittleEndian<uint>(array); // as many bytes are left: the length was compared with them
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
        int length = ReadArrayLength(T.LeastBytes);
        CollectionsMarshal.SetCount(list, Math.Max(0, length));
        foreach (ref T item in CollectionsMarshal.AsSpan(list))
            item = T.Decode(ref this);
    }

    /// <summary>Passes over an array of numbers.</summary>
    public void SkipUInt32s() => Take(Math.Max(0, ReadArrayLength(sizeof(uint))) * sizeof(uint));

    /// <summary>Reads an array of diagnostics and forgets it.</summary>
    public void SkipDiagnosticInfos()
    {
        int length = ReadArrayLength(leastBytes: 1);
        for (int i = 0; i < length; i++)
            ReadDiagnosticInfo();
    }

    private T[] ReadOwnArray<T, TCodec>() where TCodec : struct, IElementCodec<T>
    {
        int length = ReadArrayLength(TCodec.LeastBytes);
        if (length <= 0)
            return [];

        var array = new T[length];
        ReadInto<T, TCodec>(array);
        return array;
    }

    private void ReadInto<T, TCodec>(Span<T> elements) where TCodec : struct, IElementCodec<T>
    {
        // What the other elements need at least is no room for arrays in this one: nested arrays cannot each claim all that is left.
        _owed += (long)elements.Length * TCodec.LeastBytes;
        for (int i = 0; i < elements.Length; i++)
        {
            _owed -= TCodec.LeastBytes;
            elements[i] = TCodec.Read(ref this);
        }
    }
}
