namespace Pooling.Conventions;

/// <summary>Draws a service: the latencies of both ways with their spread, bars for processor time and bytes, and a dot
/// for every ten collections in a minute. It is as wide as a phone.</summary>
internal static class ServiceChart
{
    /// <summary>The style of both drawings of services.</summary>
    internal const string Style = """
        <style>
          text { font: 14px system-ui, sans-serif; fill: #24292f }
          text.note { fill: #57606a }
          path { fill: none; stroke-width: 2 }
          path.grid { stroke: #d0d7de; stroke-width: 1 }
          path.ours { stroke: #0969da } path.plain { stroke: #8c959f }
          rect.ours, circle.ours { fill: #0969da } rect.plain, circle.plain { fill: #8c959f }
          @media (prefers-color-scheme: dark) {
            text { fill: #e6edf3 } text.note { fill: #9198a1 }
            path.grid { stroke: #3d444d }
            path.ours { stroke: #4493f8 } rect.ours, circle.ours { fill: #4493f8 }
          }
        </style>
        """;

    private const int Left = 76, Right = 350, RowHeight = 30, Width = 360;

    internal static string Draw(ServiceFigures service)
    {
        var svg = new Drawing(
            $"class=\"service\" width=\"{Width}\" viewBox=\"0 0 {Width} 440\"",
            $"{service.Service}: {service.Title}", Style);
        DrawLegend(svg);
        svg.Text(Right, 17, "end", $"{ServiceText.Number(service.FixedRate)} a second", "note");
        int y = DrawLatencies(svg, service);
        y = DrawBars(
            svg, y, $"allocated for a {service.Message}", service.Plain.Bytes, service.Pooled.Bytes, ServiceText.Bytes);
        y = DrawBars(
            svg, y, $"at saturation: processor time of a {service.Message}", service.BusyPlain.Cpu,
            service.BusyPooled.Cpu, ServiceText.Time);
        DrawCollections(svg, y, service.BusyPlain.Collections, service.BusyPooled.Collections);
        return svg.ToString();
    }

    /// <summary>Draws the colors of the two ways, at the top.</summary>
    internal static void DrawLegend(Drawing svg)
    {
        svg.Circle(6, 12, 5, "plain");
        svg.Text(16, 17, "start", "plain", "");
        svg.Circle(66, 12, 5, "ours");
        svg.Text(76, 17, "start", "pooled", "");
    }

    /// <summary>Draws a bar, with its figure behind it.</summary>
    internal static void DrawBar(Drawing svg, double x, double y, double length, string style, string figure)
    {
        svg.Bar(x, y, length, 14, style);
        svg.Text(x + length + 6, y + 12, "start", figure, "");
    }

    private static int DrawLatencies(Drawing svg, ServiceFigures service)
    {
        double[] all =
        [
            .. service.Plain.Latencies.Concat(service.Pooled.Latencies).SelectMany(static latency => latency.Time),
        ];
        double least = Math.Pow(10, Math.Floor(Math.Log10(all.Min())));
        double most = Math.Pow(10, Math.Ceiling(Math.Log10(all.Max())));
        double X(double time) => Left + ((Right - 20 - Left) * Math.Log(time / least) / Math.Log(most / least));

        const int Top = 58;
        int bottom = Top + (service.Plain.Latencies.Length * RowHeight);
        svg.Text(0, Top - 14, "start", "latency", "note");
        for (double time = least; time <= most * 1.001; time *= 10)
        {
            svg.Path("grid", [(X(time), Top), (X(time), bottom)]);
            svg.Text(X(time), bottom + 16, "middle", ServiceText.Time(time), "note");
        }

        for (int i = 0; i < service.Plain.Latencies.Length; i++)
        {
            int y = Top + (i * RowHeight) + 10;
            svg.Text(0, y + 9, "start", service.Plain.Latencies[i].Name, "");
            DrawSpread(service.Plain.Latencies[i].Time, y, "plain");
            DrawSpread(service.Pooled.Latencies[i].Time, y + 10, "ours");
        }

        return bottom + 30;

        void DrawSpread(double[] time, int y, string style)
        {
            svg.Path(style, [(X(time[1]), y), (X(time[2]), y)]);
            svg.Circle(X(time[0]), y, 5, style);
        }
    }

    private static int DrawBars(
        Drawing svg, int y, string title, double[] plain, double[] pooled, Func<double, string> text)
    {
        const int Longest = 250;
        double most = Math.Max(Math.Max(plain[0], pooled[0]), double.Epsilon);
        svg.Text(0, y + 14, "start", title, "note");
        DrawBar(svg, 0, y + 20, Longest * plain[0] / most, "plain", text(plain[0]));
        DrawBar(svg, 0, y + 38, Longest * pooled[0] / most, "ours", text(pooled[0]));
        return y + 66;
    }

    private static void DrawCollections(
        Drawing svg, int y, (string Name, double[] Count)[] plain, (string Name, double[] Count)[] pooled)
    {
        const int Each = 10, MostDots = 20;
        svg.Text(0, y + 14, "start", $"collections in a minute of it, a dot for {Each}", "note");
        for (int i = 0; i < plain.Length; i++)
        {
            int middle = y + 32 + (i * 24);
            svg.Text(0, middle + 5, "start", plain[i].Name, "");
            (double one, double other) = (plain[i].Count[0], pooled[i].Count[0]);
            DrawDots(one, middle - 5, "plain");
            DrawDots(other, middle + 5, "ours");
            if (Math.Max(one, other) > MostDots * Each)
                svg.Text(Right, middle + 5, "end", $"{ServiceText.Number(one)}, {ServiceText.Number(other)}", "");
        }

        void DrawDots(double count, int middle, string style)
        {
            int dots = (int)Math.Ceiling(count / Each);
            for (int dot = 0; dot < Math.Min(dots, MostDots); dot++)
                svg.Circle(Left + (dot * 10), middle, 4, style);
        }
    }
}
