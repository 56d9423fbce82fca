namespace Pooling.Benchmarks.Buffers;

/// <summary>Measures a message that is sent as WebSocket frames of 1 KB each, of which the last is marked as final. Before sends an
/// additional empty frame, as published. The row is about that frame.</summary>
public class MessageFramingBenchmarks : WriterBenchmarks
{
    private const int FrameLength = 1024;

    private ReadOnlySequence<byte> _message;
    private (int Frames, int Final, long Length) _sent;

    [Params(2, 4, 8)]
    public int Segments { get; set; }

    [GlobalSetup]
    public void Setup()
    {
        Owned.Write(new byte[FrameLength * Segments]);
        var pipe = new Pipe(new PipeOptions(minimumSegmentSize: FrameLength));
        pipe.Writer.WriteAsync(Owned.WrittenMemory);
        pipe.Reader.TryRead(out ReadResult result);
        _message = result.Buffer;
    }

    [Benchmark(Baseline = true), OutputNotCompared("sends one more frame, which is empty"), Row("WSC-framing-*", Role.Before)]
    public (int, int, long) EmptyFinalFrame()
    {
        SequencePosition next = _message.Start;
        while (_message.TryGet(ref next, out ReadOnlyMemory<byte> segment))
            Send(segment, isFinal: false);

        Send(ReadOnlyMemory<byte>.Empty, isFinal: true);
        return _sent;
    }

    /// <summary>Holds each segment until it is known whether another one follows.</summary>
    [Benchmark, Row("WSC-framing-*", Role.Published)]
    public (int, int, long) LastSegmentIsFinal()
    {
        ReadOnlySequence<byte>.Enumerator segments = _message.GetEnumerator();
        for (bool isFinal = !segments.MoveNext(); !isFinal;)
        {
            ReadOnlyMemory<byte> segment = segments.Current;
            isFinal = !segments.MoveNext();
            Send(segment, isFinal);
        }

        return _sent;
    }

    /// <summary>Sends the same frames from a writer that keeps its message contiguous. The last slice is known.</summary>
    [Benchmark, Row("WSC-framing-*", Role.Ours)]
    public (int, int, long) SlicesOfContiguous()
    {
        ReadOnlyMemory<byte> rest = Owned.WrittenMemory;
        for (; rest.Length > FrameLength; rest = rest.Slice(FrameLength))
            Send(rest.Slice(0, FrameLength), isFinal: false);

        Send(rest, isFinal: true);
        return _sent;
    }

    // Not inlined, because the method of a socket would not be inlined either.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Send(ReadOnlyMemory<byte> frame, bool isFinal)
    {
        _sent.Frames++;
        _sent.Length += frame.Length;
        if (isFinal)
            _sent.Final = _sent.Frames;
    }
}
