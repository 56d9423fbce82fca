using System.IO.Pipelines;
using System.Text.Json;
using Pooling.Diagnostics;
using Pooling.Json;
using Pooling.JsonExport.After;

namespace Pooling.JsonExport;

/// <summary>Checks the pooled writers, including copies of them in another project.</summary>
internal static class SelfCheck
{
    private static readonly int[] s_counts = [0, 1, 66, 67, 1000];

    /// <summary>Runs the checks.</summary>
    /// <param name="output">Receives the failures and the counts.</param>
    /// <returns>The exit code: 0 if all checks passed.</returns>
    public static int Run(TextWriter output)
    {
        var checks = new Checks(output);
        using var pool = new Utf8JsonWriterPool();
        foreach (ICustomerExport export in (ICustomerExport[])[new PooledStreamExport(pool), new PooledPipeExport(pool),
            new PooledMemoryExport(pool)])
        {
            foreach (int count in s_counts)
            {
                var page = CustomerPage.Create(count);
                byte[] expected = JsonSerializer.SerializeToUtf8Bytes(page);
                checks.Add($"{export.Name}, {count} customers, synchronous", Write(export, page).SequenceEqual(expected));
                checks.Add($"{export.Name}, {count} customers, asynchronous", WriteAsynchronously(export, page).SequenceEqual(expected));
            }
        }

        PoolStatistics statistics = pool.GetStatistics();
        checks.Add("every writer was returned to its pool",
            statistics.TotalRented == statistics.TotalReturned && statistics.TotalRented == 3 * 2 * s_counts.Length);
        return checks.End();
    }

    private static byte[] Write(ICustomerExport export, CustomerPage page)
    {
        using var target = new MemoryStream();
        export.Write(page, target);
        return target.ToArray();
    }

    private static byte[] WriteAsynchronously(ICustomerExport export, CustomerPage page)
    {
        using var target = new MemoryStream();
        var pipe = PipeWriter.Create(target);
        export.WriteAsync(page, pipe, CancellationToken.None).GetAwaiter().GetResult();
        pipe.Complete();
        return target.ToArray();
    }
}
