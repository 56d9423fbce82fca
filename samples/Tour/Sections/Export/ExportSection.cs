using System.Globalization;
using Pooling.JsonExport;
using Pooling.JsonExport.After;
using Pooling.JsonExport.Before;
using Pooling.Tour.Measuring;

namespace Pooling.Tour.Sections.Export;

/// <summary>Compares an export to real files.</summary>
internal sealed class ExportSection : ISection
{
    private const int Customers = 5000;

    private readonly CustomerPage _page = CustomerPage.Create(Customers);

    /// <inheritdoc/>
    public string Name => "export";

    /// <inheritdoc/>
    public SectionResult Run(SectionContext context)
    {
        string folder = CreateFolder();
        try
        {
            ComparisonResult result = context.Compare(Export(folder));
            return new SectionResult(
                Name,
                "Export",
                $"A nightly job that writes {Customers:N0} customers as OData-shaped JSON to a file: "
                    + "each contender its own, in a temporary folder.",
                [WithFiles(result, folder)]);
        }
        catch (Exception exception) when (OutputException.IsCause(exception))
        {
            throw new OutputException(folder, exception);
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    private static string CreateFolder()
    {
        try
        {
            return Directory.CreateTempSubdirectory("pooling-tour-").FullName;
        }
        catch (Exception exception) when (OutputException.IsCause(exception))
        {
            throw new OutputException(Path.GetTempPath(), exception);
        }
    }

    private static string PathOf(string folder, int contender) =>
        Path.Combine(folder, string.Create(CultureInfo.InvariantCulture, $"customers{contender}.json"));

    private static FileStream Create(string path) => new(path, FileMode.Create, FileAccess.Write, FileShare.None);

    /// <summary>Compares the files of the last round.</summary>
    private static ComparisonResult WithFiles(ComparisonResult result, string folder)
    {
        byte[] expected = File.ReadAllBytes(PathOf(folder, 0));
        var checks = new List<Check>(result.Checks);
        for (int i = 1; i < result.Rows.Count; i++)
        {
            string? difference = ByteDifference.Describe(result.Rows[0].Name, expected, result.Rows[i].Name,
                File.ReadAllBytes(PathOf(folder, i)));
            if (difference is not null)
                checks.Add(new Check($"{result.Name}, after the last round: {difference}", false));
        }

        if (checks.TrueForAll(static check => check.Passed))
            checks.Add(new Check("the files of the last round are equal, byte by byte", true));

        long written = expected.LongLength * result.Operations * result.Rows.Count;
        return result with
        {
            Checks = checks,
            Facts =
            [
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"Each file has {expected.Length:N0} bytes; {written / 1_000_000.0:N0} MB were written in total. "
                        + $"A pooled export still allocates its FileStream."),
            ],
        };
    }

    private Comparison Export(string folder)
    {
        string serializer = PathOf(folder, 0), writer = PathOf(folder, 1), pooled = PathOf(folder, 2);
        return new Comparison(
            $"{Customers:N0} customers to a file",
            "Opened, written and closed; the writers' calls are the same, value by value.",
            [
                Contender("JsonSerializer", Side.Without, serializer, new SourceGeneratedExport()),
                Contender("new Utf8JsonWriter", Side.Without, writer, new Utf8JsonWriterExport()),
                Contender("Utf8JsonWriterPool", Side.Pooled, pooled, new PooledStreamExport()),
            ])
        {
            Unit = "file",
            Published =
            [
                new("ODATA JsonSerializer -> Utf8JsonWriter-Direct-ArrayPool", "JsonSerializer", 0.71, 0.69),
                new("ODATA Utf8JsonWriter-Direct -> -ArrayPool", "new Utf8JsonWriter", 0.98, 0.14),
            ],
        };
    }

    private Contender Contender(string name, Side side, string path, ICustomerExport export)
    {
        return new Contender(name, side, count =>
        {
            long bytes = 0;
            for (int i = 0; i < count; i++)
                bytes += Write();

            return bytes;
        })
        {
            Output = () =>
            {
                Write();
                return File.ReadAllBytes(path);
            },
        };

        long Write()
        {
            using FileStream file = Create(path);
            export.Write(_page, file);
            return file.Position;
        }
    }
}
