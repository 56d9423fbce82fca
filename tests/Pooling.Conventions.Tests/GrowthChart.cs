using System.Globalization;
using System.Text.RegularExpressions;

namespace Pooling.Conventions;

/// <summary>Draws how the time of one operation grows with a number: of this library, and of the fastest other way at each point.</summary>
/// <param name="File">The name of the drawing.</param>
/// <param name="Title">The operation.</param>
/// <param name="Number">The name of the number that grows.</param>
/// <param name="Tables">Matches the headings of the tables; its first group is the number.</param>
/// <param name="IsForEach">Whether the time is divided by the number.</param>
/// <param name="Ours">The contenders of this library, at most three.</param>
internal sealed record GrowthChart(string File, string Title, string Number, string Tables, bool IsForEach, params string[] Ours)
{
    private const int Left = 70, Right = 500, Top = 20, Bottom = 240, NumberWidth = 42;

    private const string Style = """
        <style>
          text { font: 14px system-ui, sans-serif; fill: #24292f }
          text.note { fill: #57606a }
          path { fill: none }
          path.grid { stroke: #d0d7de }
          path.ours { stroke: #0969da; stroke-width: 2.5 }
          path.other { stroke: #57606a; stroke-width: 2.5; stroke-dasharray: 7 5 }
          @media (prefers-color-scheme: dark) {
            text { fill: #e6edf3 } text.note { fill: #9198a1 }
            path.grid { stroke: #3d444d }
            path.ours { stroke: #4493f8 } path.other { stroke: #9198a1 }
          }
        </style>
        """;

    /// <summary>The charts of the page.</summary>
    internal static readonly GrowthChart[] All =
    [
        new("held", "Rent objects of 48 bytes, then return them: time for each", "objects held at once",
            "^MagazinePoolHeldBenchmarks, Count=([0-9]+)$", IsForEach: true, "Magazine", "MagazineMany", "Lease"),
        new("threads", "Rent and return an object on the last of many threads", "threads that used the pool",
            "^MagazinePoolNthThreadBenchmarks, Threads=([0-9]+), Held=1, Others=Working$", IsForEach: false, "Magazine", "Lease"),
        new("pools", "Rent and return an object of one of many pools", "pools",
            "^MagazinePoolCountBenchmarks, Pools=([0-9]+)$", IsForEach: false, "Magazine", "Lease"),
        new("sizes", "Write a message and get its bytes", "bytes of the message",
            "^PooledArrayBufferWriterBenchmarks, Length=([0-9]+)$", IsForEach: false, "Rented", "OwnedAndReset"),
        new("handlers", "Handle a message, opcodes in random order", "handlers",
            "^OpcodeDispatcherSizeBenchmarks, Handlers=([0-9]+)$", IsForEach: false, "Dispatcher"),
        new("parts", "Decode a message with parts: time for each part", "parts of the message",
            "^EncodeableListBenchmarks, Parts=([0-9]+)$", IsForEach: true, "List"),
        new("connections", "Queue 1 KB for each of many websockets: time for each", "websockets",
            "^SocketBroadcastBenchmarks, Sockets=([0-9]+), Size=1024$", IsForEach: false, "Shares", "HubOutboxes"),
    ];

    /// <summary>Returns the drawing.</summary>
    internal string Draw(IEnumerable<FigureTable> tables)
    {
        (double Number, FigureTable Table)[] points =
        [
            .. from table in tables
               let match = Regex.Match(table.Title, Tables)
               where match.Success
               let number = double.Parse(match.Groups[1].Value, CultureInfo.InvariantCulture)
               orderby number
               select (number, table),
        ];
        (string Name, double[] Times)[] lines =
        [
            .. Ours.Select(name => (name, Times(points, table => table.Find(name)!))),
            ("fastest other", Times(points, static table => table.FastestAlternative!)),
        ];
        double[] all = [.. lines.SelectMany(static line => line.Times)];
        (double least, double most) = (Decade(all.Min(), Math.Floor), Decade(all.Max(), Math.Ceiling));
        double range = Math.Log(points[^1].Number / points[0].Number);
        double X(double number) => Left + ((Right - Left) * Math.Log(number / points[0].Number) / range);
        double Y(double time) => Bottom - ((Bottom - Top) * Math.Log(time / least) / Math.Log(most / least));

        var svg = new Drawing("viewBox=\"0 0 680 300\"", Title, Style);
        for (double time = least; time <= most * 1.001; time *= 10)
        {
            svg.Path("grid", [(Left, Y(time)), (Right, Y(time))]);
            svg.Text(Left - 8, Y(time) + 5, "end", Named(time), "note");
        }

        double last = double.MinValue;
        foreach ((double number, _) in points)
        {
            if (X(number) - last <= NumberWidth)
                continue;

            last = X(number);
            svg.Text(last, Bottom + 22, "middle", number.ToString("#,0", CultureInfo.InvariantCulture), "note");
        }

        svg.Text((Left + Right) / 2.0, Bottom + 46, "middle", Number, "note");
        double lowest = double.MaxValue; // names do not overlap
        foreach ((string name, double[] times) in lines.OrderBy(static line => line.Times[^1]))
        {
            svg.Path(
                name == lines[^1].Name ? "other" : "ours",
                [.. points.Zip(times, (point, time) => (X(point.Number), Y(time)))]);
            lowest = Math.Min(lowest - 17, Y(times[^1]) + 5);
            svg.Text(Right + 10, lowest, "start", name, "");
        }

        return svg.ToString();
    }

    private static string Named(double time) =>
        time >= 999_999 ? $"{time / 1e6:F0} ms" : time >= 999 ? $"{time / 1e3:F0} us" : $"{time:F0} ns";

    private static double Decade(double time, Func<double, double> round) => Math.Pow(10, round(Math.Log10(time)));

    private double[] Times(IEnumerable<(double Number, FigureTable Table)> points, Func<FigureTable, Figure> contender) =>
        [.. points.Select(point => contender(point.Table).Nanoseconds / (IsForEach ? point.Number : 1))];
}
