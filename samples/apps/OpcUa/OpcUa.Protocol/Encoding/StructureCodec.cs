using OpcUa.Protocol.Services;

namespace OpcUa.Protocol.Encoding;

internal readonly struct StructureCodec<T> : IElementCodec<T> where T : IStructure<T>
{
    public static int MinBytes => T.MinBytes;

    public static T Read(ref BinaryDecoder decoder) => T.Decode(ref decoder);

    public static void Write(BinaryEncoder encoder, T value) => value.Encode(encoder);
}
