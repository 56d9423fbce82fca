using System.Buffers;
using System.Text;

namespace Pooling.Testing.Guide;

/// <summary>The code that the guide tests, which writes a frame that begins with the length of its text.</summary>
internal sealed class FrameSender(ArrayPool<byte> pool)
{
    internal void Send(Stream stream, string text)
    {
        byte[] frame = pool.Rent(1 + Encoding.UTF8.GetMaxByteCount(text.Length));
        try
        {
            frame[0] = checked((byte)Encoding.UTF8.GetBytes(text, 0, text.Length, frame, 1));
            stream.Write(frame, 0, 1 + frame[0]);
        }
        finally
        {
            pool.Return(frame);
        }
    }
}
