using System.Runtime.InteropServices;
using System.Security.Cryptography;

namespace OpcUa.Protocol.Security;

/// <summary>The SHA-1 hash of a certificate, which OPC UA uses as its name. Certificates themselves are compared byte by byte.</summary>
internal readonly record struct Thumbprint(UInt128 First, uint Last)
{
    public const int Length = SHA1.HashSizeInBytes;

    public static Thumbprint Of(ReadOnlySpan<byte> certificate)
    {
        Span<byte> hash = stackalloc byte[Length];
#pragma warning disable CA5350 // required by the protocol; trust does not depend on it
        SHA1.HashData(certificate, hash);
#pragma warning restore CA5350
        return Read(hash);
    }

    public static Thumbprint Read(ReadOnlySpan<byte> bytes) =>
        new(MemoryMarshal.Read<UInt128>(bytes), MemoryMarshal.Read<uint>(bytes[16..]));

    public void CopyTo(Span<byte> bytes)
    {
        MemoryMarshal.Write(bytes, First);
        MemoryMarshal.Write(bytes[16..], Last);
    }

    public override string ToString()
    {
        Span<byte> bytes = stackalloc byte[Length];
        CopyTo(bytes);
        return Convert.ToHexString(bytes);
    }
}
