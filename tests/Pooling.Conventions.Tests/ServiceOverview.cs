namespace Pooling.Conventions;

/// <summary>Draws the processor time and the bytes of several services, for README.md.</summary>
internal static class ServiceOverview
{
    private const int Width = 400, Top = 50, Height = 64, Column = 205, Longest = 90;

    internal static string Draw(ServiceFigures[] services)
    {
        var svg = new Drawing(
            $"class=\"service\" width=\"{Width}\" viewBox=\"0 0 {Width} {Top + (services.Length * Height)}\"",
            "Processor time and allocated bytes of whole services, plain and pooled", ServiceChart.Style);
        ServiceChart.DrawLegend(svg);
        svg.Text(0, 44, "start", "processor time, busy", "note");
        svg.Text(Column, 44, "start", "allocated", "note");
        for (int i = 0; i < services.Length; i++)
        {
            ServiceFigures service = services[i];
            int y = Top + (i * Height);
            svg.Text(0, y + 14, "start", $"{service.Service}: a {service.Message}", "");
            DrawBars(svg, 0, y + 22, service.BusyPlain.Cpu[0], service.BusyPooled.Cpu[0], ServiceText.Time);
            DrawBars(svg, Column, y + 22, service.Plain.Bytes[0], service.Pooled.Bytes[0], ServiceText.Bytes);
        }

        return svg.ToString();
    }

    private static void DrawBars(Drawing svg, int x, int y, double plain, double pooled, Func<double, string> text)
    {
        double most = Math.Max(Math.Max(plain, pooled), double.Epsilon);
        ServiceChart.DrawBar(svg, x, y, Longest * plain / most, "plain", text(plain));
        ServiceChart.DrawBar(svg, x, y + 17, Longest * pooled / most, "ours", text(pooled));
    }
}
