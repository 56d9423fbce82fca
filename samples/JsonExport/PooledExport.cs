using System.IO.Pipelines;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using Pooling.Json;

namespace Pooling.Samples.JsonExport;

/// <summary>Writes rows to a pipe, as one JSON array or as one line of JSON for each row, with a rented writer.</summary>
/// <typeparam name="T">The type of a row.</typeparam>
/// <param name="pool">The pool to rent writers from. Its <see cref="Utf8JsonWriterPoolOptions.MaxCapacity"/> limits the length of a
/// row.</param>
/// <param name="rowType">The serialization code of a row, from a source-generated context.</param>
/// <remarks>
/// <para>An export that was not written to its end throws, and what the pipe has not got yet is dropped. The caller must make sure that its
/// reader does not take the part for the whole.</para>
/// <para>Thread safety: any number of exports may run at the same time, each with a pipe of its own.</para>
/// <para>Allocation: per export, the state of the asynchronous method and of the rows; nothing per row.</para>
/// </remarks>
internal sealed class PooledExport<T>(Utf8JsonWriterPool pool, JsonTypeInfo<T> rowType)
{
    /// <summary>The number of bytes after which the pipe is flushed, which waits if the reader is behind.</summary>
    public const int FlushThreshold = 16 * 1024;

    // The serializer's output is valid and need not be checked again.
    private static readonly JsonWriterOptions s_options = new() { SkipValidation = true };

    /// <summary>Writes one array, or one line for each row (NDJSON).</summary>
    /// <exception cref="OperationCanceledException">The token was canceled, or the reader of the pipe has completed.</exception>
    public async Task WriteAsync(PipeWriter target, IAsyncEnumerable<T> rows, bool isLines, CancellationToken cancellationToken)
    {
        PooledAsyncUtf8JsonWriter json = pool.RentAsyncWriter(target, s_options, FlushThreshold);
        try
        {
            if (!isLines)
                json.Writer.WriteStartArray();

            await foreach (T row in rows.WithCancellation(cancellationToken))
            {
                JsonSerializer.Serialize(json.Writer, row, rowType);
                if (isLines)
                    json.NextDocument();

                if (!await json.DrainIfNeededAsync(cancellationToken))
                    throw ReaderGone();
            }

            if (!isLines)
                json.Writer.WriteEndArray();

            if (!await json.FlushAsync(cancellationToken))
                throw ReaderGone();
        }
        finally
        {
            json.Discard(); // not "await using", which would send the rest of an incomplete document; after the flush nothing is left
        }
    }

    private static OperationCanceledException ReaderGone() => new("The reader of the pipe has completed.");
}
